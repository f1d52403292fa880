import { ApiError, type Connection, type ConnectionTest } from '@ridgeline/contracts';

/** The progress of one connection's test. */
export type TestState =
  | { readonly kind: 'waiting' | 'testing' }
  /** The server asks to wait: until then, in epoch milliseconds. */
  | { readonly kind: 'held'; readonly until: number }
  | { readonly kind: 'tested'; readonly checks: ConnectionTest['checks'] }
  | { readonly kind: 'failed'; readonly error: unknown };

interface TestOptions {
  readonly connections: readonly Pick<Connection, 'id'>[];
  readonly test: (id: number) => Promise<ConnectionTest>;
  readonly wait: (ms: number) => Promise<void>;
  readonly onState: (id: number, state: TestState) => void;
  readonly signal: AbortSignal;
}

/** So many at a time: all users share the vendors' small budget for checks. */
const atATime = 3;

/** How often the server may ask to wait before the test of a connection fails. */
const maxWaits = 5;

/** The wait that a rejection asks for, in milliseconds; null if it does not ask for one. */
const askedToWait = (error: unknown): number | null =>
  error instanceof ApiError && error.status === 429 && error.retryAfterSeconds !== null
    ? error.retryAfterSeconds * 1_000
    : null;

/**
 * Tests connections in order, a few at a time, and reports each result as it arrives. After an abort, no further test
 * starts.
 */
export async function testConnections(options: TestOptions): Promise<void> {
  const { connections, test, wait, onState, signal } = options;
  const waiting = connections.map(({ id }) => id);

  const testOne = async (id: number, waits = 0): Promise<TestState> => {
    try {
      return { kind: 'tested', checks: (await test(id)).checks };
    } catch (error) {
      const ms = askedToWait(error);
      if (ms === null || waits === maxWaits) return { kind: 'failed', error };
      onState(id, { kind: 'held', until: Date.now() + ms });
      await wait(ms);
      if (signal.aborted) return { kind: 'waiting' };
      onState(id, { kind: 'testing' });
      return testOne(id, waits + 1);
    }
  };
  const next = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      onState(id, { kind: 'testing' });
      onState(id, await testOne(id));
    }
  };
  await Promise.all(Array.from({ length: atATime }, next));
}
