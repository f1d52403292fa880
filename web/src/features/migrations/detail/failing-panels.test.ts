/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { aMigration } from '../../../testing/a-migration.ts';
import { answerWith, Refusal, timesAsked } from '../../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, screen, within } from '@testing-library/react';
import { showPage, tellPage } from '../../../testing/watched-page.tsx';

const settled = () => jest.advanceTimersByTimeAsync(250);

const line = {
  id: 1,
  migrationId: 12,
  timestamp: '2025-01-02T12:00:40.000Z',
  level: 'info',
  message: 'Batch 1',
  context: {},
};
const answers = {
  '/api/migrations/12': aMigration(),
  '/api/migrations/12/logs': [line],
  '/api/migrations/12/throughput': {
    at: '2025-01-02T12:01:00.000Z',
    from: null,
    stepMs: 2000,
    records: [],
    recent: null,
  },
  '/api/connections': [],
};
const logs = '/api/migrations/12/logs';
const throughput = '/api/migrations/12/throughput';
const down = new Refusal(503, 'No answer');

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:01:00.000Z') });
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

/** Delivers one update per second for this many seconds. */
async function updates(seconds: number): Promise<void> {
  for (let second = 1; second <= seconds; second += 1)
    await tellPage(aMigration({ version: 100 + second, processedCount: 2000 + second }), async () => {
      await jest.advanceTimersByTimeAsync(1_000);
    });
}

const panel = (name: string) => within(screen.getByRole('region', { name }));

test('When log and pace fail in a run, then both say that they are old, and are asked for less and less often', async () => {
  answerWith(answers);
  await showPage('/migrations/12', settled);
  await updates(3);
  answerWith({ ...answers, [logs]: down, [throughput]: down });
  await updates(60);
  // After 1, 2, 4, 8, 16 and 30 s.
  expect(timesAsked(logs)).toBeLessThanOrEqual(7);
  expect(timesAsked(throughput)).toBeLessThanOrEqual(7);
  panel('Logs').getByText('Could not refresh the log');
  panel('Logs').getByText('Batch 1');
  panel('Throughput').getByText('Could not refresh throughput');
  expect(panel('Throughput').queryByText(/^The chart begins/)).toBeNull();

  answerWith(answers);
  await act(async () => {
    for (const name of ['Logs', 'Throughput']) panel(name).getByRole('button', { name: 'Try Again' }).click();
    await settled();
  });
  expect(screen.queryByText(/^Could not refresh/)).toBeNull();
});

test('When the pace never came, then it says so, and not that it is not kept', async () => {
  answerWith({
    ...answers,
    '/api/migrations/12': aMigration({ status: 'completed', completedAt: '2025-01-02T12:00:58.000Z' }),
    [throughput]: down,
  });
  await showPage('/migrations/12', settled);
  act(() => {
    screen.getByRole('button', { name: 'Show progress' }).click();
  });
  await act(settled);
  panel('Progress and speed').getByText('Could not load throughput');
  expect(screen.queryByText(/is not kept any more/)).toBeNull();
});
