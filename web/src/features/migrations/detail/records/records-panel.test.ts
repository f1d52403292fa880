/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { aMigration } from '../../../../testing/a-migration.ts';
import { answerWith, Refusal, timesAsked } from '../../../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, screen } from '@testing-library/react';
import { showPage } from '../../../../testing/watched-page.tsx';

const settled = () => jest.advanceTimersByTimeAsync(250);
const records = '/api/migrations/12/records';

const valid = { id: 3, status: 'valid', acculynxCompanyName: 'Summit Roofing' };

/** Shows the page of a run that has ended, with this answer about its records. */
async function show(
  answer: unknown,
  address = '/migrations/12',
  dryRun = false,
  connections: readonly unknown[] = [],
): Promise<void> {
  const run = aMigration({ status: 'completed', completedAt: '2025-01-02T12:01:00.000Z', dryRun });
  answerWith({
    '/api/migrations/12': run,
    '/api/migrations/12/logs': [],
    '/api/connections': connections,
    [records]: answer,
  });
  await showPage(address, settled);
}

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:02:00.000Z') });
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('When a migration copied, then its records are folded, and asked for when they are opened', async () => {
  await show({ records: [], next: null });
  expect(timesAsked(records)).toBe(0);
  act(() => {
    screen.getByRole('button', { name: 'Show records' }).click();
  });
  await act(settled);
  expect(timesAsked(records)).toBe(1);
  screen.getByText(/^It has no records/);
});

test('When a dry run has ended, then its records are there immediately', async () => {
  await show({ records: [], next: null }, '/migrations/12', true);
  screen.getByText(/^It has no records/);
  expect(screen.queryByRole('button', { name: 'Show records' })).toBeNull();
});

test('When no record matches, then the filters can be cleared', async () => {
  await show({ records: [], next: null }, '/migrations/12?records=created&find=ann');
  screen.getByText('No records match these filters.');
  act(() => {
    screen.getByRole('button', { name: 'Clear filters' }).click();
  });
  await act(settled);
  screen.getByText(/^It has no records/);
});

test('When the records cannot be loaded, then it says so, with a way to try again', async () => {
  await show(new Refusal(400, 'No database'), '/migrations/12?records=all');
  screen.getByText('Could not load the records');
  screen.getByText(/No database/);
  screen.getByRole('button', { name: 'Try Again' });
});

test('When a record was skipped by a choice, then it alone can be retried with the other choice', async () => {
  const skipped = {
    ...{ sourceId: 'a.1', kind: 'contact', name: 'Ann', outcome: 'skipped', hubspotId: null },
    ...{ reason: 'no_email', message: 'No email address in AccuLynx', detail: null, field: null },
    ...{ changes: [], warnings: [] },
  };
  const gone = { ...skipped, sourceId: 'a.2', name: 'Bob', reason: 'gone_from_acculynx' };
  await show({ records: [skipped, gone], next: null }, '/migrations/12?records=all', false, [valid]);
  const button = screen.getByRole('button', { name: 'Retry with contacts without email Ann' });
  expect(screen.queryByRole('button', { name: /Bob$/ })).toBeNull();
  act(() => {
    button.click();
  });
  await act(settled);
  expect(timesAsked('/api/migrations/12/retries')).toBe(1);
});
