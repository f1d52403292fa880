import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { ProgressUpdates } from './progress-updates.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

describe('ProgressUpdates', () => {
  /** The published states, by migration. */
  const told: [migrationId: number, state: number][] = [];
  let state = 0;
  let publish: (migrationId: number) => Promise<void>;
  let updates: ProgressUpdates;
  const change = (migrationId = 1) => {
    state += 1;
    updates.changed(migrationId);
  };
  const wait = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => resolve());
      if (signal?.aborted === true) resolve();
    });
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  beforeEach(() => {
    jest.useFakeTimers();
    told.length = 0;
    state = 0;
    publish = (migrationId) => {
      told.push([migrationId, state]);
      return Promise.resolve();
    };
    updates = new ProgressUpdates({ publish: (id) => publish(id), logger, wait });
  });

  afterEach(async () => {
    await updates[Symbol.asyncDispose]();
    jest.useRealTimers();
  });

  test('When a migration changes a hundred times a second, then four states are published, the last one among them', async () => {
    for (let count = 0; count < 100; count += 1) {
      change();
      await pass(10);
    }
    await pass(250);
    expect(told).toEqual([
      [1, 1],
      [1, 25],
      [1, 50],
      [1, 75],
      [1, 100],
    ]);
  });

  test('When it changes now and then, then each change is published immediately', async () => {
    change();
    await pass(0);
    expect(told).toEqual([[1, 1]]);
    await pass(250);
    change();
    await pass(0);
    expect(told).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  test('When two change, then neither waits for the other', async () => {
    change(1);
    change(2);
    await pass(0);
    expect(told.map(([migrationId]) => migrationId)).toEqual([1, 2]);
  });

  test('When something else publishes it in between, then nothing is published twice', async () => {
    change();
    await pass(0);
    change();
    updates.told(1);
    await pass(1_000);
    expect(told).toEqual([[1, 1]]);
  });

  test('When publishing is slow, then one waits for the other, and what came in between is published once', async () => {
    const slow = Promise.withResolvers<undefined>();
    const quick = publish;
    publish = async (id) => {
      await quick(id);
      await slow.promise;
    };
    change();
    for (let count = 0; count < 10; count += 1) {
      await pass(1_000);
      change();
    }
    expect(told).toEqual([[1, 1]]);
    slow.resolve(undefined);
    await pass(250);
    expect(told).toEqual([
      [1, 1],
      [1, 11],
    ]);
  });

  test('When publishing fails, then it is tried again with what is true by then', async () => {
    const works = publish;
    publish = () => Promise.reject(new Error('The database is unavailable'));
    change();
    await pass(1_000);
    publish = works;
    change();
    await pass(4_000);
    expect(told).toEqual([[1, 2]]);
  });

  test('When it ends, then what is left is published, and a failure does not block it', async () => {
    change();
    await pass(0);
    change();
    await updates[Symbol.asyncDispose]();
    expect(told).toEqual([
      [1, 1],
      [1, 2],
    ]);

    updates = new ProgressUpdates({ publish: () => Promise.reject(new Error('away')), logger, wait });
    change();
    await updates[Symbol.asyncDispose]();
  });
});
