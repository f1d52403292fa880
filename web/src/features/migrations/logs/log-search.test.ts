/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { aMigration } from '../../../testing/a-migration.ts';
import { answerWith, Refusal } from '../../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { cleanup, screen, within } from '@testing-library/react';
import { showPage } from '../../../testing/watched-page.tsx';

const settled = () => jest.advanceTimersByTimeAsync(1_000);

const line = (id: number, message: string, level = 'info') => ({
  id,
  migrationId: 12,
  timestamp: '2025-01-02T12:00:40.000Z',
  level,
  message,
  context: {},
});

const ended = aMigration({ status: 'completed', completedAt: '2025-01-02T12:01:00.000Z' });
const newest = Array.from({ length: 10_000 }, (_, index) => line(20_000 - index, `Batch ${20_000 - index}`));
const logs = '/api/migrations/12/logs?';

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:02:00.000Z') });
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const panel = () => within(screen.getByRole('region', { name: 'Logs' }));
const levels = () => panel().getByRole('group', { name: 'Level' }).textContent;

/** Shows a search in a log with these lines, and what the server finds in the whole of it. */
async function search(text: string, lines: unknown, found: unknown): Promise<void> {
  answerWith({
    '/api/migrations/12': ended,
    [`${logs}limit=10000`]: lines,
    [`${logs}search=${text}&limit=10000`]: found,
    '/api/connections': [],
  });
  await showPage(`/migrations/12?q=${text}`, settled);
}

test('When a log is longer than the page holds, then a search finds its older lines too, and the levels count them', async () => {
  await search('Zeno', newest, [line(7, 'Zeno: refused', 'error'), line(3, 'Zeno: planned')]);
  panel().getByText('Zeno: planned');
  expect(levels()).toBe('All 2Info 1Success 0Warning 0Error 1');
  expect(panel().getByRole('status').textContent).toBe('1–2 of 2, in the whole log');
});

test('When the server cannot search, then the newest lines are searched, and it says so', async () => {
  await search('19999', newest, new Refusal(503, 'No answer'));
  panel().getByText('Batch 19999');
  expect(panel().getByRole('status').textContent).toBe(
    '1–1 of 1; only the newest 10,000 entries could be searched',
  );
});

test('When the page holds the whole log, then it searches without the server', async () => {
  await search('Zeno', [line(7, 'Zeno: refused', 'error'), line(3, 'Batch 1')], [line(1, 'Zeno: not asked')]);
  expect(levels()).toBe('All 1Info 0Success 0Warning 0Error 1');
  panel().getByText('Zeno: refused');
  expect(panel().queryByText('Zeno: not asked')).toBeNull();
});
