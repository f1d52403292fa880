import { describe, expect, test } from '@jest/globals';
import kafkajs from 'kafkajs';
import { Faults, kafkajsCall } from './membership.ts';

describe('Faults in our own code', () => {
  test('When kafkajs hands one back in a wrapper that keeps only its cause, then it is still known', () => {
    const faults = new Faults();
    const cause = new RangeError('deep');
    faults.note(new TypeError('ours', { cause }));
    const wrapper = Object.assign(new kafkajs.KafkaJSNonRetriableError('ours'), { cause });
    expect(faults.areBehind(wrapper)).toBe(true);
  });

  test('When Kafka failed, then the service is not blamed, even if an error of the service passed earlier', () => {
    const faults = new Faults();
    const lost = new kafkajs.KafkaJSConnectionError('lost');
    faults.note(lost);
    faults.note(new TypeError('ours'));
    expect(faults.areBehind(lost)).toBe(false);
  });

  test('When kafkajs throws a plain error in a call that we made, then it counts as Kafka’s', async () => {
    const faults = new Faults();
    const error = await kafkajsCall(() => Promise.reject(new Error('Broker not connected'))).catch(
      (reason: unknown) => reason,
    );
    faults.note(error);
    expect(error).toMatchObject({ name: 'KafkaJSError', message: 'Broker not connected' });
    expect(faults.areBehind(error)).toBe(false);
  });
});
