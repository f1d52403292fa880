/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Migration } from '@ridgeline/contracts';
import { aMigration } from '../../../testing/a-migration.ts';
import { anAccount } from '../../../testing/an-account.ts';
import { answerWith, timesAsked } from '../../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, screen, within } from '@testing-library/react';
import { showPage, tellPage } from '../../../testing/watched-page.tsx';

const logs = '/api/migrations/12/logs';
const throughput = '/api/migrations/12/throughput';

const settled = () => jest.advanceTimersByTimeAsync(1_000);

const ended = aMigration({ version: 50, status: 'completed', completedAt: '2025-01-02T12:01:00.000Z' });

/** Lets the server answer with a run as it is. */
function answerWithRun(migration: Migration): void {
  answerWith({
    '/api/migrations/12': migration,
    [logs]: [],
    [throughput]: {
      at: '2025-01-02T12:01:00.000Z',
      from: null,
      stepMs: 2000,
      records: [],
      recent: null,
    },
    '/api/migrations': { migrations: [migration], total: 1, page: 1, pageSize: 25 },
    '/api/connections': [],
  });
}

/** Shows the page of a run as it is. */
async function show(migration: Migration): Promise<void> {
  answerWithRun(migration);
  await showPage('/migrations/12', settled);
}

const asked = () => [timesAsked(logs), timesAsked(throughput)];

/** Opens another page by the link or button that leads there. */
async function press(role: 'button' | 'link', name: string): Promise<void> {
  act(() => {
    screen.getByRole(role, { name }).click();
  });
  await act(settled);
}

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:01:00.000Z') });
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('When a run had ended before its page is opened, then its log is asked for once, and its speed when it is opened', async () => {
  await show({ ...ended, processedCount: 5000, startedAt: '2025-01-02T12:00:00.000Z' });
  expect(asked()).toEqual([1, 0]);
  const panel = within(screen.getByRole('region', { name: 'Progress and speed' }));
  panel.getByText('5,000 records in 1 min, 83.3 records per second');
  const toggle = panel.getByRole('button', { name: 'Show progress' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  await press('button', 'Show progress');
  expect(asked()).toEqual([1, 1]);
  panel.getByText('Average per second');
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  await press('button', 'Hide progress');
  expect(panel.queryByText('Average per second')).toBeNull();
});

test('When a run ends while its page is shown, then its log and its speed are asked for again', async () => {
  await show(aMigration());
  expect(asked()).toEqual([1, 1]);
  await tellPage(ended, settled);
  expect(asked()).toEqual([2, 2]);
});

test('When its page is opened again after the end, then what is there from before it is asked for again', async () => {
  await show(aMigration());
  await press('button', 'Back to migrations');
  await tellPage(ended, settled);
  answerWithRun(ended);
  await press('link', 'Details of migration #12');
  expect(asked()).toEqual([1, 0]);
  await press('button', 'Show progress');
  expect(asked()).toEqual([1, 1]);
});

const first = () => document.querySelector('.migration-page > section')?.textContent;
const regions = () => screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent);

test('While it runs the first part of the page says what it does, and its verdict takes that place', async () => {
  await show(aMigration());
  expect(first()).toBe('Copying contacts to HubSpotIt keeps running if you close this page.');
  const places = regions().slice(1);
  await tellPage({ ...ended, reconciliation: anAccount() }, settled);
  expect(first()).toMatch(/^Completed/);
  // A page being watched keeps its layout.
  expect(regions().slice(1, places.length)).toEqual(places.slice(0, -1));
});

test('When its page is opened after the end, then what users ask comes before how fast it was', async () => {
  await show({ ...ended, reconciliation: anAccount() });
  expect(regions().slice(1)).toEqual([
    'Reconciliation',
    'Checked in HubSpot',
    'Records',
    'Progress and speed',
    'Migration Details',
    'Logs',
  ]);
});
