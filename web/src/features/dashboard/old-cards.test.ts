/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { aConnection } from '../../testing/a-connection.ts';
import { aMigration } from '../../testing/a-migration.ts';
import { answerWith, Refusal } from '../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, screen, within } from '@testing-library/react';
import { showPage } from '../../testing/watched-page.tsx';

const answers = {
  '/api/connections': [aConnection()],
  '/api/migrations/current': [aMigration()],
  '/api/stats': { connectionCount: 1 },
};
const down = new Refusal(503, 'No answer');

const settled = () => jest.advanceTimersByTimeAsync(1_000);
const polled = () => jest.advanceTimersByTimeAsync(31_000);

/** The names of the cards that say their data is old, once for each time they say it. */
const oldCards = () =>
  screen.queryAllByText(/^Could not refresh /).map((notice) => {
    const card = notice.closest('section');
    return card?.querySelector('h2')?.textContent;
  });

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:01:00.000Z') });
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('When what a dashboard shows cannot be asked for again, then each card says that it is old, until it is not', async () => {
  answerWith(answers);
  await showPage('/', settled);
  const calm = screen.getByText('Nothing needs your attention. All credentials work.');
  expect(calm.closest('.stale')).toBeNull();
  expect(oldCards()).toEqual([]);

  answerWith({ ...answers, '/api/connections': down, '/api/migrations/current': down });
  await act(polled);
  expect(oldCards()).toEqual(['Needs attention', 'Running now', 'Last result of each connection']);
  for (const text of [/^Nothing needs your attention/, 'Running', 'Nothing copied yet'])
    expect(screen.getByText(text).closest('.stale')).not.toBeNull();

  answerWith(answers);
  const attention = within(screen.getByRole('region', { name: 'Needs attention' }));
  act(() => {
    attention.getByRole('button', { name: 'Try Again' }).click();
  });
  await act(settled);
  expect(oldCards()).toEqual([]);
  expect(document.querySelector('.stale')).toBeNull();
});

test('When only the connections cannot be asked for, then what is running is not old', async () => {
  answerWith(answers);
  await showPage('/', settled);
  answerWith({ ...answers, '/api/connections': down });
  await act(polled);
  expect(oldCards()).toEqual(['Needs attention', 'Last result of each connection']);
});

const regions = () => screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent);

test('When a company is new, then its first steps are alone on top; once it copies, what runs is there and goes with its end', async () => {
  const company = ['Account Information', 'Connection Statistics', 'Connection Management Guide'];
  answerWith({ '/api/connections': [], '/api/migrations/current': [], '/api/stats': { connectionCount: 0 } });
  await showPage('/', settled);
  expect(regions()).toEqual(['First steps', ...company]);
  cleanup();
  answerWith({ ...answers, '/api/migrations/current': [] });
  await showPage('/', settled);
  expect(regions()).toEqual(['First steps', 'Needs attention', 'Auto-sync', ...company]);
  expect(screen.getAllByRole('button', { name: 'Start a migration' })).toHaveLength(1);
  cleanup();
  const ended = aMigration({ id: 3, status: 'completed', errorCount: 0 });
  answerWith({ ...answers, '/api/migrations/current': [aMigration(), ended] });
  await showPage('/', settled);
  const inUse = ['Auto-sync', 'Last result of each connection', ...company];
  expect(regions()).toEqual(['Needs attention', 'Running now', ...inUse]);
  cleanup();
  answerWith({ ...answers, '/api/migrations/current': [ended] });
  await showPage('/', settled);
  expect(regions()).toEqual(['Needs attention', ...inUse]);
});
