import { expect, test } from '@jest/globals';
import { ConnectionTimeoutError, SimpleError, SocketClosedUnexpectedlyError } from 'redis';
import { refusalReason } from './open-redis.ts';

const failed = (code: string): Error => Object.assign(new Error('failed'), { code });

test.each([
  ['a certificate that is not trusted', 'rediss://redis', failed('SELF_SIGNED_CERT_IN_CHAIN'), 'NODE_EXTRA'],
  ['a wrong password', 'redis://redis', new SimpleError('WRONGPASS invalid'), 'the password is wrong'],
  ['no password', 'redis://redis', new SimpleError('NOAUTH HELLO must be'), 'or missing'],
  ['a reset in the clear', 'redis://redis', failed('ECONNRESET'), 'rediss://'],
  ['an end in the clear', 'redis://redis', new SocketClosedUnexpectedlyError(), 'rediss://'],
  ['no answer by TLS', 'rediss://redis', new ConnectionTimeoutError(), 'no TLS at this port'],
])('%s leads to what is wrong', (_, url, error, reason) => {
  expect(refusalReason(url, error)).toContain(reason);
});

test('A lost TLS connection, and a Redis that is down or loading, say nothing about the configuration', () => {
  expect(refusalReason('rediss://redis', failed('ECONNRESET'))).toBeNull();
  expect(refusalReason('redis://redis', failed('ECONNREFUSED'))).toBeNull();
  expect(refusalReason('redis://redis', new ConnectionTimeoutError())).toBeNull();
  expect(refusalReason('redis://redis', new SimpleError('LOADING the dataset'))).toBeNull();
});
