import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import { aMigration } from '../../testing/a-migration.ts';
import { createMigrationCache } from './migration-cache.ts';

/** A cache in which a page shows these migrations as those that run now, and what it tells of. */
function aCache(shown: readonly Migration[] = []) {
  const cache = new Map([['/api/migrations/current', { data: shown }]]);
  const mutate = jest.fn();
  const ended: number[] = [];
  const migrations = createMigrationCache({
    cache,
    mutate,
    samples: { add: () => undefined },
    onEnd: ({ id }: Migration) => {
      ended.push(id);
    },
    onEndChanged: () => undefined,
  } as unknown as Parameters<typeof createMigrationCache>[0]);
  return { cache, mutate, ended, migrations };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('When it was stopped with updates ahead, then they are not written, and the next one is', () => {
  const { mutate, migrations } = aCache([aMigration()]);
  migrations.update(aMigration({ version: 41 }));
  migrations.stop();
  jest.advanceTimersByTime(2_000);
  expect(mutate).not.toHaveBeenCalled();
  migrations.update(aMigration({ version: 42 }));
  jest.advanceTimersByTime(200);
  expect(mutate).toHaveBeenCalledTimes(1);
});
