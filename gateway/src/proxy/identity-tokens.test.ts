import { describe, expect, test } from '@jest/globals';
import type { AccessRecord } from '@ridgeline/contracts/internal';
import { identityKeySchema } from '@ridgeline/kit';
import { createIdentityVerifier } from '@ridgeline/kit/service';
import type { SignedIn } from '../sessions/signed-in.ts';
import { createIdentityTokens } from './identity-tokens.ts';

const key = 'k'.repeat(32);
const verify = createIdentityVerifier({ identityKey: key, audience: 'auth' });
const identity = { userId: 1, companyId: 'co_a', administrator: false, email: 'ann@example.com' };

const someone = (sessionId: string, more: Partial<AccessRecord> = {}): SignedIn => ({
  sessionId,
  session: { userId: 1, sessionEpoch: 1, expiresAt: Infinity, remembered: false },
  user: { ...identity, version: 1, sessionEpoch: 1, revokedReason: null, ...more },
});

describe('Identity tokens', () => {
  test('They speak of the signed-in person, and say no more than services need', async () => {
    const token = await createIdentityTokens(key).of(someone('a', { revokedReason: 'Left' }), 'auth');
    expect(await verify(token)).toEqual({ kind: 'user', user: identity });
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toContain('Left');
  });

  test('One is reused for half a minute, and for its own session only', async () => {
    let now = 0;
    const tokens = createIdentityTokens(key, () => now);
    const first = tokens.of(someone('a'), 'auth');
    now = 29_999;
    expect(tokens.of(someone('a'), 'auth')).toBe(first);
    const another = await tokens.of(someone('b', { userId: 2 }), 'auth');
    expect(await verify(another)).toEqual({ kind: 'user', user: { ...identity, userId: 2 } });
    now = 30_000;
    expect(tokens.of(someone('a'), 'auth')).not.toBe(first);
  });

  test('A token is for one service, and is replaced when another key signs', async () => {
    const keys = identityKeySchema.parse(key);
    const tokens = createIdentityTokens(keys);
    expect(await verify(await tokens.of(someone('a'), 'connection'))).toBeNull();
    const first = await tokens.of(someone('a'), 'auth');
    expect(await verify(first)).not.toBeNull();
    const sign = 'another';
    keys.replace(identityKeySchema.parse(JSON.stringify({ sign, keys: { another: 'a'.repeat(32) } })));
    expect(await tokens.of(someone('a'), 'auth')).not.toBe(first);
  });

  test('When the access record changed, then the very next token says so', async () => {
    const tokens = createIdentityTokens(key);
    await tokens.of(someone('a'), 'auth');
    const moved = await tokens.of(someone('a', { version: 2, companyId: 'co_b' }), 'auth');
    expect(await verify(moved)).toEqual({
      kind: 'user',
      user: { ...identity, companyId: 'co_b' },
    });
  });
});
