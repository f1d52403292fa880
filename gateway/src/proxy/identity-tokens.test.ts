import { describe, expect, test } from '@jest/globals';
import { verifyIdentity } from '@ridgeline/kit';
import { createIdentityTokens } from './identity-tokens.ts';

const key = 'k'.repeat(32);
const user = { userId: 1, companyId: 'co_a', administrator: false };

describe('Identity tokens', () => {
  test('They speak of the signed-in person', async () => {
    const token = await createIdentityTokens(key).of({ sessionId: 'a', user });
    expect(await verifyIdentity(key, token)).toEqual({ kind: 'user', user });
  });

  test('One is reused for half a minute, and for its own session only', async () => {
    let now = 0;
    const tokens = createIdentityTokens(key, () => now);
    const first = tokens.of({ sessionId: 'a', user });
    now = 29_999;
    expect(tokens.of({ sessionId: 'a', user })).toBe(first);
    const other = { ...user, userId: 2 };
    const another = await tokens.of({ sessionId: 'b', user: other });
    expect(await verifyIdentity(key, another)).toEqual({ kind: 'user', user: other });
    now = 30_000;
    expect(tokens.of({ sessionId: 'a', user })).not.toBe(first);
  });
});
