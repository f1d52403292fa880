import { describe, expect, test } from '@jest/globals';
import { aMigration } from '../../testing/a-migration.ts';
import { newerOf, pageWithUpdates, withUpdates } from './migration-cache.ts';

describe('Two copies of a migration', () => {
  test('When an update is older than what is shown, then it is ignored', () => {
    const shown = aMigration({ version: 9 });
    expect(newerOf(shown, aMigration({ version: 8 }))).toBe(shown);
  });

  test('When a list receives updates, then newer copies replace and unknown ones come first', () => {
    const list = [aMigration({ id: 2, version: 5 }), aMigration({ id: 1, version: 5 })];
    const updated = withUpdates(list, [
      aMigration({ id: 1, version: 6, processedCount: 3000 }),
      aMigration({ id: 2, version: 4 }),
      aMigration({ id: 3, version: 1 }),
    ]);
    expect(updated.map(({ id, version }) => [id, version])).toEqual([
      [3, 1],
      [2, 5],
      [1, 6],
    ]);
  });
});

describe('A page of the history', () => {
  const page = {
    migrations: [aMigration({ id: 2 }), aMigration({ id: 1 })],
    total: 2,
    page: 1,
    pageSize: 25,
  };

  test('When one of its rows has a newer copy, then that replaces it, and no other row comes in', () => {
    const updated = pageWithUpdates(page, [
      aMigration({ id: 1, version: 41, processedCount: 2100 }),
      aMigration({ id: 3, version: 1 }),
    ]);
    expect(updated.migrations.map(({ id, version }) => [id, version])).toEqual([
      [2, 40],
      [1, 41],
    ]);
    expect(updated.total).toBe(2);
  });

  test('When the updates are of others, or old, then it is the same page', () => {
    expect(pageWithUpdates(page, [aMigration({ id: 9 }), aMigration({ id: 2, version: 39 })])).toBe(page);
  });
});
