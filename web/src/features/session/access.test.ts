import { expect, test } from '@jest/globals';
import { aUser } from '../../testing/a-user.ts';
import { revokedAccess, withoutAccess } from './access.ts';

const user = aUser();

test('When access is there, or nobody is, then there is nothing to tell', () => {
  expect(revokedAccess(user, 'us')).toBeNull();
  expect(revokedAccess(null, 'us')).toBeNull();
});

test('When a call was denied, then the reason and the contact are told', () => {
  expect(revokedAccess(withoutAccess(user, 'Left the firm'), 'us')).toEqual({
    reason: 'Left the firm',
    contact: 'us',
  });
  expect(withoutAccess(null, 'Left the firm')).toBeNull();
});

test('When no reason was given, then the text says so much', () => {
  for (const accessRevokedReason of [null, ' '])
    expect(revokedAccess({ ...user, accessRevoked: true, accessRevokedReason }, null)).toEqual({
      reason: 'Access has been revoked',
      contact: null,
    });
});
