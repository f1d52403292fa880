import { expect, test } from '@jest/globals';
import { aUser } from '../../testing/a-user.ts';
import { revokedAccess } from './account.ts';

const user = aUser();

test('When access is there, or no user is, then there is nothing to tell', () => {
  expect(revokedAccess(user, 'us')).toBeNull();
  expect(revokedAccess(null, 'us')).toBeNull();
});

test('When access was revoked, then the reason and the contact are shown', () => {
  const revoked = { ...user, accessRevoked: true, accessRevokedReason: 'Left the firm' };
  expect(revokedAccess(revoked, 'us')).toEqual({ reason: 'Left the firm', contact: 'us' });
});

test('When no reason was given, then the text says so much', () => {
  for (const accessRevokedReason of [null, ' '])
    expect(revokedAccess({ ...user, accessRevoked: true, accessRevokedReason }, null)).toEqual({
      reason: 'Access has been revoked',
      contact: null,
    });
});
