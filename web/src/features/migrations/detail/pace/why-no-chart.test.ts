import { expect, test } from '@jest/globals';
import { whyNoChart } from './ThroughputPanel.tsx';

const completedAt = '2025-01-02T12:01:00.000Z';
const later = { at: '2025-01-02T12:01:01.000Z' };
const ended = { status: 'completed', processedCount: 5000, completedAt } as const;
const running = { status: 'running', processedCount: 0, completedAt: null } as const;

test.each([
  [running, undefined, null],
  [running, later, 'The chart begins with the first records.'],
  [{ ...running, processedCount: 900 }, later, 'The chart begins in a moment.'],
  [{ ...ended, processedCount: 0 }, later, 'No records were processed.'],
  [ended, later, 'Throughput history has expired.'],
  [ended, { at: '2025-01-02T12:00:59.000Z' }, null],
])('When there is no chart of %p, and the answer is %p, then it says %p', (run, told, text) => {
  expect(whyNoChart(run, told)).toBe(text);
});
