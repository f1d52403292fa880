import { describe, expect, test } from '@jest/globals';
import { AppError } from '@ridgeline/kit';
import type { KafkaMessage } from '../messages.ts';
import { MessageQueue } from './message-queue.ts';

function aMessage(key: string, bytes = 1): KafkaMessage {
  return { topic: 'topic', key, value: new Uint8Array(bytes), headers: {} };
}

/** A queue whose requests wait until the test lets them succeed or fail. */
function aQueue() {
  const requests: { keys: string[]; succeed: () => void; fail: (reason: Error) => void }[] = [];
  const queue = new MessageQueue((messages) => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const keys = messages.map(({ key }) => key);
    requests.push({ keys, succeed: () => resolve(undefined), fail: reject });
    return promise;
  });
  return { queue, requests };
}

async function aTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('The queue of messages', () => {
  test('Calls of the same moment share a request, and later ones wait for its end', async () => {
    const { queue, requests } = aQueue();
    const calls = [queue.add([aMessage('a')]), queue.add([aMessage('b')])];
    await aTurn();
    calls.push(queue.add([aMessage('c')]), queue.add([aMessage('d')]));
    await aTurn();
    expect(requests.map(({ keys }) => keys)).toEqual([['a', 'b']]);
    requests[0]?.succeed();
    await aTurn();
    expect(requests.map(({ keys }) => keys)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    requests[1]?.succeed();
    await Promise.all(calls);
  });

  test('When a request can never be taken, then its messages go alone, in order, and only the call of the bad one fails', async () => {
    const sent: string[][] = [];
    const queue = new MessageQueue((messages) => {
      sent.push(messages.map(({ key }) => key));
      return messages.some(({ key }) => key === 'bad')
        ? Promise.reject(new AppError('server.failed'))
        : Promise.resolve();
    });
    const calls = [['a', 'b'], ['bad', 'c'], ['d']].map((keys) =>
      queue.add(keys.map((key) => aMessage(key))),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sent).toEqual([['a', 'b', 'bad', 'c', 'd'], ['a'], ['b'], ['bad'], ['d']]);
  });

  test('What is too much for one request goes in several, in order, and the call ends with the last', async () => {
    const { queue, requests } = aQueue();
    let ended = false;
    const big = queue.add(['a', 'b', 'c'].map((key) => aMessage(key, 500_000))).then(() => {
      ended = true;
    });
    await aTurn();
    expect(requests.at(-1)?.keys).toEqual(['a']);
    requests[0]?.succeed();
    await aTurn();
    expect(requests.at(-1)?.keys).toEqual(['b']);
    requests[1]?.succeed();
    await aTurn();
    expect(ended).toBe(false);
    requests[2]?.succeed();
    await big;
  });

  test('When a request fails, then its calls fail, what is left of them is dropped, and others go on', async () => {
    const { queue, requests } = aQueue();
    const failing = queue.add([aMessage('a', 500_000), aMessage('b', 500_000)]);
    const other = queue.add([aMessage('c')]);
    await aTurn();
    requests[0]?.fail(new Error('away'));
    await expect(failing).rejects.toThrow('away');
    await aTurn();
    expect(requests.map(({ keys }) => keys)).toEqual([['a'], ['c']]);
    requests[1]?.succeed();
    await other;
    await queue.settled();
  });

  test('Nothing to send needs no request', async () => {
    const { queue, requests } = aQueue();
    await queue.add([]);
    expect(requests).toEqual([]);
  });
});
