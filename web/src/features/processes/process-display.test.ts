import { describe, expect, test } from '@jest/globals';
import { aProcess } from '../../testing/a-process.ts';
import { countedTo, inOrder, migrationOf, reasonOf, stateOf } from './process-display.ts';

describe('How a process is shown', () => {
  test.each([
    ['starting', true, null, 'Starting'],
    ['running', true, null, 'Running'],
    ['running', false, null, 'Unhealthy'],
    ['starting', false, null, 'Unhealthy'],
    ['completed', true, '2025-01-02T12:00:00.000Z', 'Completed'],
    ['crashed', false, '2025-01-02T12:00:00.000Z', 'Unhealthy'],
    ['crashed', true, '2025-01-02T12:00:00.000Z', 'Crashed'],
  ] as const)('When it is %s and healthy is %p, then it reads %p', (status, isHealthy, endedAt, text) => {
    expect(stateOf(aProcess({ status, isHealthy, endedAt }))).toBe(text);
  });

  test('What there is to add says whether anything is left to be done', () => {
    const crashed = { status: 'crashed', endedAt: '2025-01-02T12:00:00.000Z' } as const;
    expect(reasonOf(aProcess({ ...crashed, isHealthy: true }))).toContain('no action needed');
    expect(reasonOf(aProcess({ ...crashed, isHealthy: false }))).toContain('no other process has taken');
    expect(reasonOf(aProcess({ isHealthy: false }))).toContain('misses its heartbeats');
    expect(reasonOf(aProcess())).toBeNull();
    const completed = aProcess({ status: 'completed', endedAt: '2025-01-02T12:00:00.000Z' });
    expect(reasonOf(completed)).toContain('how its migration ended stands on the page of the migration');
  });

  test('A healthy heartbeat is as old as it was when the server looked; a silence and an end grow older', () => {
    const at = '2025-01-02T12:00:41.000Z';
    const now = Date.parse('2025-01-02T12:09:00.000Z');
    expect(countedTo(aProcess(), at, now)).toBe(Date.parse(at));
    expect(countedTo(aProcess({ isHealthy: false }), at, now)).toBe(now);
    expect(countedTo(aProcess({ status: 'completed', endedAt: at }), at, now)).toBe(now);
    expect(countedTo(aProcess(), undefined, now)).toBe(now);
  });

  test("A migration is named by its number, another company's with whose it is", () => {
    const [named, unnamed] = [new Map([['co_one', 'Gulf Coast Roofing']]), new Map([['co_one', null]])];
    expect(migrationOf(aProcess(), 'co_one', named)).toBe('Migration #12');
    expect(migrationOf(aProcess({ companyId: null }), 'co_one', named)).toBe('Migration #12');
    expect(migrationOf(aProcess(), 'co_staff', named)).toBe('Migration #12 of Gulf Coast Roofing');
    expect(migrationOf(aProcess(), 'co_staff', unnamed)).toBe('Migration #12 of company co_one');
  });

  test('When some miss their heartbeats or were not replaced, then they come first, and what has ended is apart', () => {
    const at = '2025-01-02T12:00:00.000Z';
    const done = aProcess({ id: 3, status: 'completed', endedAt: at });
    const abandoned = aProcess({ id: 4, status: 'crashed', isHealthy: false, endedAt: at });
    const { present, orphans, ended } = inOrder([
      aProcess({ id: 1 }),
      done,
      aProcess({ id: 2, isHealthy: false }),
      abandoned,
    ]);
    expect(present.map(({ id }) => id)).toEqual([2, 4, 1]);
    expect(orphans.map(({ id }) => id)).toEqual([2, 4]);
    expect(ended).toEqual([done]);
  });
});
