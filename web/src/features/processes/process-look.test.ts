import { describe, expect, test } from '@jest/globals';
import { aProcess } from '../../testing/a-process.ts';
import { inOrder, stateOf } from './process-look.ts';

describe('How a process is shown', () => {
  test.each([
    ['starting', true, null, 'Starting'],
    ['running', true, null, 'Running'],
    ['running', false, null, 'Unhealthy'],
    ['starting', false, null, 'Unhealthy'],
    ['completed', true, '2025-01-02T12:00:00.000Z', 'Completed'],
    ['crashed', false, '2025-01-02T12:00:00.000Z', 'Unhealthy'],
  ] as const)('When it is %s and healthy is %p, then it reads %p', (status, isHealthy, endedAt, text) => {
    expect(stateOf(aProcess({ status, isHealthy, endedAt }))).toBe(text);
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
