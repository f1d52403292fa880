import { expect, test } from '@jest/globals';
import { databaseTimeIn } from './database-time.ts';
import { aRound } from './testing.ts';

test("When time passes in a round, then the orchestrator's database is that much further", () => {
  let now = 1_000;
  const databaseTime = databaseTimeIn(aRound({ takenAt: '2026-11-25T10:00:02.000Z' }), () => now);
  expect(databaseTime()).toBe('2026-11-25T10:00:02.000Z');
  now += 1_234.9;
  expect(databaseTime()).toBe('2026-11-25T10:00:03.234Z');
});
