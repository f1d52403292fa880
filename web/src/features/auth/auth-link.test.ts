import { describe, expect, test } from '@jest/globals';
import { readAuthLink, showsAuthLink, withoutAuthLink } from './auth-link.ts';

const read = (search: string) => readAuthLink(new URLSearchParams(search));
const stripped = (search: string) => withoutAuthLink(new URLSearchParams(search)).toString();

describe('The link of a mail', () => {
  test('When it has both parts of a reset, then a new password can be set', () => {
    expect(read('token=abc&userId=7')).toEqual({ kind: 'reset', token: 'abc', userId: 7 });
  });

  test.each([
    'token=abc',
    'userId=7',
    'token=&userId=7',
    'token=abc&userId=',
    'token=abc&userId=x',
    'token=abc&userId=-1',
  ])('When it is only %p, then it is broken', (search) => {
    expect(read(search)).toEqual({ kind: 'broken-reset' });
  });

  test('When it is an invitation, then it can be accepted', () => {
    expect(read('invitation=xyz')).toEqual({ kind: 'invitation', token: 'xyz' });
  });

  test('When it is for the email, then that can be verified', () => {
    expect(read('verification=xyz')).toEqual({ kind: 'verification', token: 'xyz' });
    expect(stripped('verification=xyz')).toBe('');
  });

  test.each(['', 'invitation=', 'verification=', 'tab=register', 'session_expired=true'])(
    'When the address is %p, then there is no link',
    (search) => {
      expect(read(search)).toEqual({ kind: 'none' });
    },
  );

  test('When it is taken out of the address, then everything else stays, and no secret does', () => {
    expect(stripped('token=abc&userId=7&session_expired=true')).toBe('session_expired=true');
    expect(stripped('invitation=xyz')).toBe('tab=register');
    expect(showsAuthLink(new URLSearchParams('invitation='))).toBe(true);
    expect(showsAuthLink(new URLSearchParams(stripped('invitation=')))).toBe(false);
  });
});
