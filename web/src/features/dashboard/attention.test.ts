import { describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import { aConnection } from '../../testing/a-connection.ts';
import { aMigration } from '../../testing/a-migration.ts';
import { aSync } from '../../testing/a-sync.ts';
import { aTally, anAccount } from '../../testing/an-account.ts';
import { concernsOf, unfinished } from './attention.ts';

const now = Date.parse('2025-01-10T12:00:00.000Z');

const failed = (id: number, difference: Parameters<typeof aMigration>[0] = {}) =>
  aMigration({ id, status: 'failed', completedAt: '2025-01-09T12:00:00.000Z', ...difference });

const works = [1, 2, 3].map((id) => aConnection({ id }));

const badEnds = (migrations: Parameters<typeof concernsOf>[1], time: number) =>
  concernsOf(works, migrations, [], time);

const broken = {
  id: 3,
  name: 'Denver',
  acculynxStatus: 'valid',
  hubspotStatus: 'invalid',
} as Connection;

const keys = (concerns: readonly { readonly key: string }[]) => concerns.map(({ key }) => key);

describe('What needs attention', () => {
  test('When a credential is refused, then the connection is named with the side that refuses', () => {
    expect(concernsOf([broken], [], [], now)).toEqual([
      {
        key: 'connection-3',
        title: 'Denver',
        text: 'HubSpot does not accept the stored credential. No migration can start with it.',
        links: [{ to: '/connections/3', text: 'See the connection' }],
      },
    ]);
    expect(concernsOf([{ ...broken, hubspotStatus: 'valid' }], [], [], now)).toEqual([]);
  });

  test('When runs of such a connection failed, then one entry names both; those of others have their own', () => {
    const runs = [failed(9, { connectionId: 3 }), failed(4, { connectionId: 1 })];
    expect(concernsOf([...works.slice(0, 2), broken], runs, [], now)).toMatchObject([
      {
        key: 'connection-3',
        title: 'Denver: migration #9 failed',
        text: 'HubSpot does not accept the stored credential. No migration can start with it.',
        links: [
          { to: '/connections/3', text: 'See the connection' },
          { to: '/migrations/9', text: 'See what happened' },
        ],
      },
      { key: 'migration-4' },
    ]);
    const jobs = failed(10, { connectionId: 3, migrationType: 'jobs' });
    expect(concernsOf([broken], [...runs, jobs], [], now)[0]).toMatchObject({
      title: 'Denver: migration #10 and migration #9 failed',
      links: [{}, { text: 'See what happened to #10' }, { text: 'See what happened to #9' }],
    });
  });

  test('When a dry run failed, then nothing needs attention, and what failed before it still does', () => {
    expect(badEnds([failed(9, { dryRun: true })], now)).toEqual([]);
    expect(keys(badEnds([failed(9, { dryRun: true }), failed(4)], now))).toEqual(['migration-4']);
  });

  test('When records of such a connection were refused, then they are a matter of their own', () => {
    const refused = failed(9, { connectionId: 3, status: 'completed', errorCount: 3 });
    expect(keys(concernsOf([broken], [refused], [], now))).toEqual(['connection-3', 'migration-9']);
  });

  test('When runs failed within seven days, then they are named, newest first, with their reason', () => {
    const runs = [
      failed(4, { connectionId: 1 }),
      failed(9, { connectionId: 2, failureMessage: 'Key refused' }),
    ];
    expect(badEnds(runs, now)).toMatchObject([
      {
        key: 'migration-9',
        text: 'Key refused',
        links: [{ to: '/migrations/9', text: 'See what happened' }],
      },
      { key: 'migration-4', text: 'What was written stays; you can start it again.' },
    ]);
  });

  test('When a run failed long ago, then it is named until another one completes, unless its connection was deleted', () => {
    const old = failed(4, { completedAt: '2024-06-03T11:59:59.000Z' });
    expect(keys(badEnds([old], now))).toEqual(['migration-4']);
    expect(keys(badEnds([{ ...old, connectionId: 77 }], now))).toEqual([]);
  });

  test.each(['running', 'queued', 'cancelled', 'completed'] as const)(
    'When the same was started again and is %s, then only its completion clears the failure',
    (status) => {
      const named = status === 'completed' ? [] : ['migration-4'];
      expect(keys(badEnds([aMigration({ id: 5, status, errorCount: 0 }), failed(4)], now))).toEqual(named);
    },
  );

  test('When another type or an earlier run completed, then the failure stays', () => {
    expect(
      keys(badEnds([aMigration({ id: 3, status: 'completed', errorCount: 0 }), failed(4)], now)),
    ).toEqual(['migration-4']);
    expect(
      keys(
        badEnds(
          [aMigration({ id: 5, status: 'completed', errorCount: 0, migrationType: 'jobs' }), failed(4)],
          now,
        ),
      ),
    ).toEqual(['migration-4']);
  });
});

describe('Refused records', () => {
  const completed = (difference: Parameters<typeof aMigration>[0]) =>
    aMigration({
      id: 9,
      status: 'completed',
      completedAt: '2025-01-09T12:00:00.000Z',
      errorCount: 0,
      ...difference,
    });

  test('When a run came to its end without some of its records, then it is named with their number', () => {
    expect(badEnds([completed({ errorCount: 1028 })], now)).toMatchObject([
      {
        key: 'migration-9',
        title: 'Migration #9 of Summit Roofing - Denver: 1,028 rejected',
        text: '1,028 of 5,000 contacts could not be copied. The rest were copied.',
      },
    ]);
  });

  test('When what came along with a run was refused, then it is named too', () => {
    const jobs = { migrationType: 'jobs', targetCount: 400 } as const;
    const refused = (failed: number) =>
      completed({
        ...jobs,
        errorCount: failed,
        reconciliation: anAccount({ failed, alongside: { contact: aTally({ failed: 200 }) } }),
      });
    expect(badEnds([refused(0)], now)).toMatchObject([
      {
        title: 'Migration #9 of Summit Roofing - Denver: 200 rejected',
        text: '200 contacts could not be copied. The rest were copied.',
      },
    ]);
    expect(badEnds([refused(3)], now)).toMatchObject([
      {
        title: 'Migration #9 of Summit Roofing - Denver: 203 rejected',
        text: '3 of 400 jobs and 200 contacts could not be copied. The rest were copied.',
      },
    ]);
  });

  const warned = anAccount({ skipped: 12, warnedByReason: { email_in_use: 196 } });

  test('When records were copied with warnings, then they are named until a later run completes, however old they are', () => {
    const old = completed({ reconciliation: warned, completedAt: '2024-06-01T12:00:00.000Z' });
    expect(badEnds([old], now)).toMatchObject([
      {
        title: 'Migration #9 of Summit Roofing - Denver: 196 without their email',
        text: 'All records were copied, but not with everything.',
        dismissible: 9,
      },
    ]);
    expect(badEnds([completed({ id: 10 }), old], now)).toEqual([]);
  });

  test.each(['running', 'queued', 'failed', 'cancelled'] as const)(
    'When another run of them is %s, then the refused records are named still',
    (status) => {
      const second = aMigration({ id: 10, status, errorCount: 0 });
      expect(keys(badEnds([second, completed({ errorCount: 13 })], now))).toContain('migration-9');
    },
  );

  const run = (stillFailed?: Readonly<Record<string, number>>) => ({
    ...completed({ errorCount: 13, reconciliation: anAccount({ failed: 13 }) }),
    ...(stillFailed ? { stillFailed } : {}),
  });
  const retry = (id = 10) => completed({ id, follows: { migrationId: 9, as: 'retry' } });

  test('When retries settled all of them, then they are named no more; when they settled some, then with how many are left', () => {
    expect(badEnds([retry(), run({ contact: 0 })], now)).toEqual([]);
    expect(badEnds([retry(11), retry(), run({ contact: 4 })], now)).toMatchObject([
      {
        key: 'migration-9',
        title: 'Migration #9 of Summit Roofing - Denver: 4 of 13 still rejected',
        text: '4 of 5,000 contacts could not be copied. The rest were copied.',
      },
    ]);
  });

  test('When a retry rejected others than the run, then they are counted, though not as some of those', () => {
    expect(badEnds([retry(), run({ contact: 15 })], now)).toMatchObject([
      { title: 'Migration #9 of Summit Roofing - Denver: 15 still rejected' },
    ]);
  });

  test('When retries settled what was refused, then the warnings of the run are still named', () => {
    const both = anAccount({ failed: 13, warnedByReason: { email_in_use: 196 } });
    const settled = { ...completed({ errorCount: 13, reconciliation: both }), stillFailed: { contact: 0 } };
    expect(badEnds([retry(), settled], now)).toMatchObject([
      {
        title: 'Migration #9 of Summit Roofing - Denver: 196 without their email',
        text: 'All records were copied, but not with everything.',
      },
    ]);
  });

  test('When a retry has just completed, and what it settled is not known yet, then the run is named as before', () => {
    expect(keys(badEnds([retry(), run()], now))).toEqual(['migration-9']);
  });

  test('When nothing was refused, or it was cancelled, or a later run completed, then it is no concern', () => {
    expect(badEnds([completed({ skipCount: 12 })], now)).toEqual([]);
    expect(badEnds([completed({ status: 'cancelled', errorCount: 3 })], now)).toEqual([]);
    expect(badEnds([completed({ id: 10 }), completed({ errorCount: 3 })], now)).toEqual([]);
  });
});

describe('What is running', () => {
  test('When some run and some wait, then the running ones come first, and ended ones are left out', () => {
    const migrations = [
      aMigration({ id: 4, status: 'queued' }),
      aMigration({ id: 3, status: 'cancelled' }),
      aMigration({ id: 2, status: 'running' }),
      aMigration({ id: 1, status: 'queued' }),
    ];
    expect(unfinished(migrations).map(({ id }) => id)).toEqual([2, 1, 4]);
  });
});

describe('Auto-sync that needs attention', () => {
  const denver = { ...broken, hubspotStatus: 'valid' } as const;
  const behind = aSync({
    state: 'waiting',
    waiting: 1_204,
    waitingFor: 'HubSpot is unavailable',
    oldestWaitingAt: '2025-01-10T11:40:00.000Z',
  });

  test('When records failed, then the connection is named with their number, and a link leads to them', () => {
    expect(concernsOf([denver], [], [aSync({ deadLetters: 3 })], now)).toEqual([
      {
        key: 'sync-failed-3',
        title: 'Denver: auto-sync failed to copy 3 records',
        text: 'The connection lists each with its reason and what to do.',
        links: [{ to: '/connections/3#auto-sync', text: 'See which and why' }],
      },
    ]);
  });

  test('When records wait longer than 10 minutes, then it says for how long, why, and that no change is lost', () => {
    expect(concernsOf([denver], [], [behind], now)).toMatchObject([
      {
        title: 'Denver: auto-sync is 20 min behind',
        text: 'HubSpot is unavailable. 1,204 records waiting. No change is lost.',
      },
    ]);
    const short = { ...behind, oldestWaitingAt: '2025-01-10T11:51:00.000Z' };
    expect(concernsOf([denver], [], [short], now)).toEqual([]);
  });

  test('When it waits because a credential is refused, then the connection is named once', () => {
    expect(keys(concernsOf([broken], [], [behind], now))).toEqual(['connection-3']);
  });
});
