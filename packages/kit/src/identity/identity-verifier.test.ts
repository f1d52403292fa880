import { describe, expect, test } from '@jest/globals';
import { identityLifetimeSeconds, signServiceIdentity, signUserIdentity } from './identity-token.ts';
import { createIdentityVerifier } from './identity-verifier.ts';

const key = 'k'.repeat(32);
const user = { userId: 1, companyId: 'co_a', administrator: false };

describe('Verifying who calls', () => {
  test('A token says who signed it and for whom, however often it comes', async () => {
    const verify = createIdentityVerifier(key);
    const [ofUser, ofService] = await Promise.all([
      signUserIdentity(key, user),
      signServiceIdentity(key, 'auth'),
    ]);
    for (let time = 0; time < 2; time += 1) {
      expect(await verify(ofUser)).toEqual({ kind: 'user', user });
      expect(await verify(ofService)).toEqual({ kind: 'service', service: 'auth' });
    }
  });

  test('When its time is over, then a token that was verified before is nobody', async () => {
    const signedAt = Date.now();
    let now = signedAt;
    const verify = createIdentityVerifier(key, () => now);
    const token = await signUserIdentity(key, user);
    expect(await verify(token)).not.toBeNull();
    now = signedAt + (identityLifetimeSeconds + 1) * 1_000;
    expect(await verify(token)).toBeNull();
  });

  test('When its signature is that of another token, then a token is nobody, also after the real one', async () => {
    const verify = createIdentityVerifier(key);
    const [own, other] = await Promise.all([
      signUserIdentity(key, user),
      signUserIdentity(key, { ...user, companyId: 'co_b' }),
    ]);
    expect(await verify(own)).not.toBeNull();
    const [header, , signature] = own.split('.');
    expect(await verify([header, other.split('.')[1], signature].join('.'))).toBeNull();
    expect(await verify(await signUserIdentity('another key'.repeat(4), user))).toBeNull();
  });
});
