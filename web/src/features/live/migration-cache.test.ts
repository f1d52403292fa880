import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import { aMigration } from '../../testing/a-migration.ts';
import { createMigrationCache } from './migration-cache.ts';

/** A cache in which a page shows these migrations as those that run now, and the ends that it reports. */
function aCache(shown: readonly Migration[] = []) {
  const cache = new Map([['/api/migrations/current', { data: shown }]]);
  const mutate = jest.fn();
  const told: string[] = [];
  const migrations = createMigrationCache({
    cache,
    mutate,
    samples: { add: () => undefined },
    onEnd: ({ status, version }: Migration) => {
      told.push(`${status} ${version}`);
    },
    onEndChanged: ({ status, version }: Migration) => {
      told.push(`changed: ${status} ${version}`);
    },
  } as unknown as Parameters<typeof createMigrationCache>[0]);
  return { mutate, told, migrations };
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

const end = '2025-01-02T12:00:50.000Z';

const cancelled = (version: number, lastActivityAt = end) =>
  aMigration({ status: 'cancelled', version, completedAt: end, lastActivityAt });

/** The batch that was under way at the end was counted. */
const countedLater = (version: number) => cancelled(version, '2025-01-02T12:00:51.000Z');

const answers: [string, (migration: Migration) => readonly [string, unknown]][] = [
  ['the page of a migration', (migration) => ['/api/migrations/12', migration]],
  ['the current migrations', (migration) => ['/api/migrations/current', [migration]]],
  ['the history', (migration) => ['/api/migrations?page=1', { migrations: [migration] }]],
];

test.each(answers)(
  'When a fetch of %s brings an end before the stream does, then it is reported, once',
  (_, answer) => {
    const { told, migrations } = aCache();
    migrations.answered(...answer(aMigration({ version: 40 })));
    migrations.answered(...answer(cancelled(50)));
    migrations.update(cancelled(50));
    migrations.answered(...answer(cancelled(50)));
    expect(told).toEqual(['cancelled 50']);
  },
);

test('When the counts of an ended migration move again, then the reported end is amended, never by an older copy', () => {
  const { told, migrations } = aCache();
  migrations.update(aMigration({ version: 40 }));
  for (const copy of [cancelled(50), countedLater(51), aMigration({ version: 49 }), countedLater(51)])
    migrations.update(copy);
  expect(told).toEqual(['cancelled 50', 'changed: cancelled 51']);
});

test('When something had ended before the page was opened, then a late count of it reports no end', () => {
  const { told, migrations } = aCache();
  migrations.answered('/api/migrations/12', cancelled(50));
  // The stream may lag behind the answer.
  migrations.update(aMigration({ version: 49 }));
  migrations.update(cancelled(50));
  migrations.update({ ...countedLater(9), id: 13 });
  expect(told).toEqual([]);
});

test('When an end is the first that a page hears about a migration, then it is reported', () => {
  const { told, migrations } = aCache();
  migrations.update(cancelled(50));
  migrations.update(countedLater(51));
  expect(told).toEqual(['cancelled 50', 'changed: cancelled 51']);
});

test('When an answer is of something else, then no end is sought in it', () => {
  const { told, migrations } = aCache();
  migrations.answered('/api/migrations/12/logs', [{ id: 12, version: 1 }]);
  migrations.answered('/api/connections', null);
  migrations.update(countedLater(50));
  expect(told).toEqual([]);
});
