import { describe, expect, test } from '@jest/globals';
import kafkajs from 'kafkajs';
import { answered } from '../testing/broker-answers.ts';
import { isPermanentFailure } from './kafka-errors.ts';

/** How kafkajs wraps an error after its last retry. */
function givenUp(cause: Error): Error {
  return Object.assign(new kafkajs.KafkaJSNonRetriableError(cause), { cause });
}

/** An error of kafkajs, whose types omit the message parameter. */
function failed(kind: new () => Error): Error {
  return Reflect.construct(kind, ['failed']) as Error;
}

const retries = { retryCount: 4, retryTime: 1_000 };

describe('Whether a failure of kafkajs is final', () => {
  test.each([
    ['access to the group is refused', answered('GROUP_AUTHORIZATION_FAILED')],
    ['access to the topic is refused', givenUp(givenUp(answered('TOPIC_AUTHORIZATION_FAILED')))],
    ['the broker supports none of our protocol versions', answered('UNSUPPORTED_VERSION')],
    ['a request is unknown to the broker', new kafkajs.KafkaJSServerDoesNotSupportApiKey('none')],
    ['the sign-in is refused', givenUp(failed(kafkajs.KafkaJSSASLAuthenticationError))],
    ['the compression is not built in', failed(kafkajs.KafkaJSNotImplemented)],
  ])('It is when %s', (_, error) => {
    expect(isPermanentFailure(error)).toBe(true);
  });

  test.each([
    ['the broker refuses connections', givenUp(new kafkajs.KafkaJSConnectionError('ECONNREFUSED'))],
    ['retries are used up', new kafkajs.KafkaJSNumberOfRetriesExceeded(new Error('any'), retries)],
    [
      'no coordinator is found, which kafkajs takes for final',
      failed(kafkajs.KafkaJSGroupCoordinatorNotFound),
    ],
    ['a lock of kafkajs is held for too long', givenUp(failed(kafkajs.KafkaJSLockTimeout))],
    ['the member is expelled', givenUp(answered('UNKNOWN_MEMBER_ID'))],
    ['the group rebalances', givenUp(answered('REBALANCE_IN_PROGRESS'))],
    ['the coordinator loads', answered('GROUP_LOAD_IN_PROGRESS')],
    ['the topic is gone for a moment', answered('UNKNOWN_TOPIC_OR_PARTITION')],
    ['kafkajs stumbles over itself', new TypeError('Cannot read properties of undefined')],
  ])('It is not when %s', (_, error) => {
    expect(isPermanentFailure(error)).toBe(false);
  });
});
