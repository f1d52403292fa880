import { describe, expect, test } from '@jest/globals';
import { aProcess } from '../../testing/a-process.ts';
import { inOrder, migrationOf, reasonOf, stateOf } from './process-look.ts';

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
    expect(reasonOf(aProcess({ ...crashed, isHealthy: true }))).toContain('nothing is left of it');
    expect(reasonOf(aProcess({ ...crashed, isHealthy: false }))).toContain('no other process has taken');
    expect(reasonOf(aProcess({ isHealthy: false }))).toContain('misses its heartbeats');
    expect(reasonOf(aProcess())).toBeNull();
  });

  test("A migration is a link for people of its company; another company's is named without one", () => {
    const own = { text: 'Migration #12', to: '/migrations/12' };
    expect(migrationOf(aProcess(), 'co_one')).toEqual(own);
    expect(migrationOf(aProcess({ companyId: null }), 'co_one')).toEqual(own);
    expect(migrationOf(aProcess(), 'co_staff')).toEqual({
      text: 'Migration #12 of company co_one',
      to: null,
    });
  });

  test('When some miss their heartbeats, then they come first, and ended ones are apart', () => {
    const ended = aProcess({ id: 3, status: 'completed', endedAt: '2025-01-02T12:00:00.000Z' });
    const { present, ended: past } = inOrder([
      aProcess({ id: 1 }),
      ended,
      aProcess({ id: 2, isHealthy: false }),
    ]);
    expect(present.map(({ id }) => id)).toEqual([2, 1]);
    expect(past).toEqual([ended]);
  });
});
