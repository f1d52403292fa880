import { describe, expect, test } from '@jest/globals';
import { ApiError, type ConnectionTest } from '@ridgeline/contracts';
import { aConnection } from '../../../testing/a-connection.ts';
import { testConnections, type TestState } from './test-connections.ts';

const passed = (id: number): ConnectionTest => ({
  checks: [{ check: 'acculynx', result: 'passed', text: 'The key is accepted' }],
  connection: aConnection({ id }),
});

const tooMany = () => new ApiError(429, 'Too many checks', null, 2);

/** Tests connections 1 to `count`; returns the last state of each, and what else was seen. */
async function tested(count: number, test: (id: number) => Promise<ConnectionTest>, abortAfter = Infinity) {
  const states = new Map<number, TestState>();
  const waits: number[] = [];
  const kinds: TestState['kind'][] = [];
  const abort = new AbortController();
  let [running, most, done] = [0, 0, 0];
  await testConnections({
    connections: Array.from({ length: count }, (_, index) => ({ id: index + 1 })),
    signal: abort.signal,
    onState: (id, state) => {
      states.set(id, state);
      kinds.push(state.kind);
    },
    wait: async (ms) => {
      waits.push(ms);
      await Promise.resolve();
    },
    test: async (id) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      done += 1;
      if (done >= abortAfter) abort.abort();
      return test(id);
    },
  });
  return { states, waits, most, kinds };
}

describe('The test of several connections', () => {
  test('takes a few at a time, and all of them in the end', async () => {
    const { states, most } = await tested(10, async (id) => Promise.resolve(passed(id)));
    expect(most).toBe(3);
    expect([...states.values()].map(({ kind }) => kind)).toEqual(Array(10).fill('tested'));
  });

  test('continues after one that failed', async () => {
    const { states } = await tested(4, async (id) =>
      id === 2 ? Promise.reject(new ApiError(404, 'Gone', null)) : Promise.resolve(passed(id)),
    );
    expect([1, 2, 3, 4].map((id) => states.get(id)?.kind)).toEqual(['tested', 'failed', 'tested', 'tested']);
  });

  test('waits as long as the server asks, and then tries again', async () => {
    let refused = 0;
    const { states, waits, kinds } = await tested(1, async (id) => {
      refused += 1;
      return refused <= 2 ? Promise.reject(tooMany()) : Promise.resolve(passed(id));
    });
    expect(waits).toEqual([2_000, 2_000]);
    expect(states.get(1)?.kind).toBe('tested');
    expect(kinds).toEqual(['testing', 'held', 'testing', 'held', 'testing', 'tested']);
  });

  test('gives a connection up when the server asks to wait again and again', async () => {
    const { states, waits } = await tested(1, async () => Promise.reject(tooMany()));
    expect(waits).toHaveLength(5);
    expect(states.get(1)?.kind).toBe('failed');
  });

  test('starts no more once it is aborted', async () => {
    const { states } = await tested(10, async (id) => Promise.resolve(passed(id)), 3);
    expect(states.size).toBe(3);
  });
});
