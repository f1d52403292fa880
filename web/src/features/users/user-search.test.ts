import { describe, expect, test } from '@jest/globals';
import { aUser } from '../../testing/a-user.ts';
import { searchUsers } from './use-users.ts';

describe('Searching users', () => {
  const users = [
    aUser(),
    aUser({ id: 345, email: 'lee@harbor.example', firstName: 'Lee', companyId: 'harbor' }),
  ];
  const found = (text: string) => searchUsers(users, text).map(({ id }) => id);

  test('When a part of the id, email, name or company is typed, then those users are found, in any case', () => {
    expect(found('345')).toEqual([345]);
    expect(found('SUMMIT.example')).toEqual([12]);
    expect(found('lee')).toEqual([345]);
    expect(found(' harbor ')).toEqual([345]);
    expect(found('example')).toEqual([12, 345]);
    expect(found('missing')).toEqual([]);
  });

  test('When only blanks are typed, then all users are shown', () => {
    expect(found('  ')).toEqual([12, 345]);
  });
});
