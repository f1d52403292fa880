import { describe, expect, test } from '@jest/globals';
import { SignJWT } from 'jose';
import { identityKeySchema } from './identity-keys.ts';
import {
  clockToleranceSeconds,
  identityLifetimeSeconds,
  signServiceIdentity,
  signUserIdentity,
} from './identity-token.ts';
import { createIdentityVerifier } from './identity-verifier.ts';

const key = 'k'.repeat(32);
const user = { userId: 1, companyId: 'co_a', administrator: false };
const verifier = (now?: () => number) => createIdentityVerifier({ identityKey: key, audience: 'auth' }, now);

/** A token signed with our key in every respect but what a test changes. */
async function forged(change: (token: SignJWT) => SignJWT, kid = 'only') {
  const token = new SignJWT({ kind: 'user', user })
    .setProtectedHeader({ alg: 'HS256', kid })
    .setIssuer('ridgeline')
    .setAudience('auth');
  return change(token).sign(new TextEncoder().encode(key));
}
const full = (token: SignJWT) => token.setIssuedAt().setExpirationTime('60s');

describe('Verifying who calls', () => {
  test('A token says who signed it and for whom, however often it comes', async () => {
    const verify = verifier();
    const [ofUser, ofService] = await Promise.all([
      signUserIdentity(key, user, 'auth'),
      signServiceIdentity(key, 'connection', 'auth'),
    ]);
    for (let time = 0; time < 2; time += 1) {
      expect(await verify(ofUser)).toEqual({ kind: 'user', user });
      expect(await verify(ofService)).toEqual({ kind: 'service', service: 'connection' });
    }
  });

  test('When its time is over, then a token that was verified before is rejected', async () => {
    const signedAt = Date.now();
    let now = signedAt;
    const verify = verifier(() => now);
    const token = await signUserIdentity(key, user, 'auth');
    expect(await verify(token)).not.toBeNull();
    now = signedAt + (identityLifetimeSeconds + clockToleranceSeconds + 1) * 1_000;
    expect(await verify(token)).toEqual({ kind: 'late' });
  });

  test('When its signature is that of another token, then a token is rejected, also after the real one', async () => {
    const verify = verifier();
    const [own, other] = await Promise.all([
      signUserIdentity(key, user, 'auth'),
      signUserIdentity(key, { ...user, companyId: 'co_b' }, 'auth'),
    ]);
    expect(await verify(own)).not.toBeNull();
    const [header, , signature] = own.split('.');
    expect(await verify([header, other.split('.')[1], signature].join('.'))).toBeNull();
    expect(await verify(await signUserIdentity('another key'.repeat(4), user, 'auth'))).toBeNull();
  });

  test('What one service has received is of no use with another', async () => {
    const verify = verifier();
    expect(await verify(await signUserIdentity(key, user, 'connection'))).toBeNull();
    expect(await verify(await signServiceIdentity(key, 'gateway', 'orchestrator'))).toBeNull();
    expect(await verify(await forged((token) => full(token).setAudience([])))).toBeNull();
  });

  test('The tokens of these tests differ from ours in nothing but what they say', async () => {
    expect(await verifier()(await forged(full))).toEqual({ kind: 'user', user });
  });

  test.each([
    ['no end', (token: SignJWT) => token.setIssuedAt()],
    ['no beginning', (token: SignJWT) => token.setExpirationTime('60s')],
    ['neither', (token: SignJWT) => token],
    [
      'a beginning in the future',
      (token: SignJWT) => token.setIssuedAt('1 minute from now').setExpirationTime('2m'),
    ],
    ['another issuer', (token: SignJWT) => full(token).setIssuer('another-issuer')],
  ])('A token with %s is rejected', async (_, change) => {
    expect(await verifier()(await forged(change))).toBeNull();
  });

  test('A token with an end in a year is late by its beginning', async () => {
    const old = await forged((token) => token.setIssuedAt('2 minutes ago').setExpirationTime('1 year'));
    expect(await verifier()(old)).toEqual({ kind: 'late' });
    const foreign = await forged(
      (token) => token.setIssuedAt('2 minutes ago').setExpirationTime('1 minute ago'),
      'x',
    );
    expect(await verifier()(foreign)).toBeNull();
  });

  test.each(['other', '__proto__', 'toString', ''])(
    'A token by a key called "%s" is rejected',
    async (kid) => {
      expect(await verifier()(await forged(full, kid))).toBeNull();
    },
  );

  test('When a key is no longer in force, then its tokens are rejected immediately, also those verified before', async () => {
    const keys = identityKeySchema.parse(key);
    const verify = createIdentityVerifier({ identityKey: keys, audience: 'auth' });
    const token = await signUserIdentity(keys, user, 'auth');
    expect(await verify(token)).not.toBeNull();
    keys.replace(identityKeySchema.parse(JSON.stringify({ sign: 'new', keys: { new: 'n'.repeat(32) } })));
    expect(await verify(token)).toBeNull();
  });
});

describe('The keys as configuration holds them', () => {
  test.each([
    'short',
    '{}',
    '{"sign":"a","keys":{}}',
    '{"sign":"b","keys":{"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}}',
    '{"sign":"toString","keys":{"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}}',
    '{"sign":"a","keys":{"a":"short"}}',
    '{"sign":',
  ])('They are refused, and not shown: %s', (text) => {
    const parsed = identityKeySchema.safeParse(text);
    expect(parsed.success).toBe(false);
    expect(JSON.stringify(parsed.error?.issues)).not.toContain('aaaa');
  });
});
