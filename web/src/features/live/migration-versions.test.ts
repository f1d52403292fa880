import { describe, expect, test } from '@jest/globals';
import { aMigration } from '../../testing/a-migration.ts';
import { hasJustEnded, newerOf, withUpdates } from './migration-versions.ts';

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

describe('The end of a migration', () => {
  const completed = aMigration({ status: 'completed', version: 50 });

  test('When a running one is completed, then it has just ended', () => {
    expect(hasJustEnded(aMigration({ version: 49 }), completed)).toBe(true);
    expect(hasJustEnded(undefined, completed)).toBe(true);
  });

  test('When the end was known before, then it has not just ended', () => {
    expect(hasJustEnded(completed, completed)).toBe(false);
  });

  test('When it still runs, then it has not ended', () => {
    expect(hasJustEnded(undefined, aMigration())).toBe(false);
  });
});
