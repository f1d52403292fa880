import { describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import { aMigration } from '../../testing/a-migration.ts';
import { aSync } from '../../testing/a-sync.ts';
import { aTally, anAccount } from '../../testing/an-account.ts';
import { concernsOf, unfinished } from './attention.ts';

const now = Date.parse('2025-01-10T12:00:00.000Z');

const failed = (id: number, difference: Parameters<typeof aMigration>[0] = {}) =>
  aMigration({ id, status: 'failed', completedAt: '2025-01-09T12:00:00.000Z', ...difference });

const badEnds = (migrations: Parameters<typeof concernsOf>[1], time: number) =>
  concernsOf([], migrations, [], time);

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
    expect(concernsOf([broken], runs, [], now)).toMatchObject([
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

  test('When a run failed more than seven days ago, then it is history', () => {
    expect(badEnds([failed(4, { completedAt: '2025-01-03T11:59:59.000Z' })], now)).toEqual([]);
  });

  test('When the same was started again since, then the failure needs nothing more', () => {
    expect(badEnds([aMigration({ id: 5, status: 'running' }), failed(4)], now)).toEqual([]);
    expect(keys(badEnds([aMigration({ id: 3, status: 'completed' }), failed(4)], now))).toEqual([
      'migration-4',
    ]);
    expect(
      keys(badEnds([aMigration({ id: 5, status: 'completed', migrationType: 'jobs' }), failed(4)], now)),
    ).toEqual(['migration-4']);
  });
});

describe('Refused records', () => {
  const completed = (difference: Parameters<typeof aMigration>[0]) =>
    aMigration({ id: 9, status: 'completed', completedAt: '2025-01-09T12:00:00.000Z', ...difference });

  test('When a run came to its end without some of its records, then it is named with their number', () => {
    expect(badEnds([completed({ errorCount: 1028 })], now)).toMatchObject([
      {
        key: 'migration-9',
        title: 'Migration #9 of Summit Roofing - Denver: 1,028 refused',
        text: '1,028 of 5,000 contacts could not be copied. The others are there.',
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
        title: 'Migration #9 of Summit Roofing - Denver: 200 refused',
        text: '200 contacts could not be copied. The others are there.',
      },
    ]);
    expect(badEnds([refused(3)], now)).toMatchObject([
      {
        title: 'Migration #9 of Summit Roofing - Denver: 203 refused',
        text: '3 of 400 jobs and 200 contacts could not be copied. The others are there.',
      },
    ]);
  });

  test('When records went over with warnings, or were left out by choice, then it is no concern', () => {
    const warned = anAccount({ skipped: 12, warnedByReason: { email_in_use: 196 } });
    expect(badEnds([completed({ errorCount: 0, reconciliation: warned })], now)).toEqual([]);
  });

  test('When nothing was refused, or it was cancelled, or it is long ago, then it is no concern', () => {
    expect(badEnds([completed({ errorCount: 0, skipCount: 12 })], now)).toEqual([]);
    expect(badEnds([completed({ status: 'cancelled', errorCount: 3 })], now)).toEqual([]);
    expect(badEnds([completed({ errorCount: 3, completedAt: '2025-01-01T12:00:00.000Z' })], now)).toEqual([]);
  });
});

describe('What runs now', () => {
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
