/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import { aMigration } from '../../testing/a-migration.ts';
import { answerWith, timesAsked } from '../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup } from '@testing-library/react';
import { showPage, tellPage } from '../../testing/watched-page.tsx';

const after = (ms: number) => () => jest.advanceTimersByTimeAsync(ms);

/** How often a page asked until 14 s after the last update, and from then to 18 s after it. */
async function askedFor(address: string, migration: Migration) {
  const path = `/api${address}`;
  const list = { migrations: [migration], total: 1, page: 1, pageSize: 25 };
  answerWith({
    '/api/migrations': list,
    '/api/migrations/12': migration,
    '/api/migrations/12/logs': [],
    '/api/connections': [],
  });
  await showPage(address, after(0));
  for (const version of [1, 2]) await tellPage({ ...migration, version: 40 + version }, after(5_000));
  await act(after(9_000));
  const early = timesAsked(path);
  await act(after(4_000));
  return { early, late: timesAsked(path) - early };
}

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:01:00.000Z') });
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test.each(['/migrations', '/migrations/12'])(
  'When no update of a run on %s comes for 15 s, then the server is asked, before the next poll',
  async (address) => {
    const { late } = await askedFor(address, aMigration());
    expect(late).toBe(1);
  },
);

test('When nothing runs, then nothing is asked in addition to the poll', async () => {
  const ended = aMigration({ status: 'completed', phase: null, health: null });
  expect((await askedFor('/migrations/12', ended)).late).toBe(0);
});
