/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { aConnection } from '../../../../testing/a-connection.ts';
import { aMigration } from '../../../../testing/a-migration.ts';
import { aTally, anAccount } from '../../../../testing/an-account.ts';
import { answerWith, Refusal } from '../../../../testing/page-of-tests.ts';
// Last, as what page-of-tests.ts sets must be there before React is.
import { act, cleanup, screen } from '@testing-library/react';
import { showPage } from '../../../../testing/watched-page.tsx';

const settled = () => jest.advanceTimersByTimeAsync(250);

const stopped = aMigration({
  status: 'failed',
  completedAt: '2025-01-02T12:01:00.000Z',
  failureMessage: 'The key was refused.',
  reconciliation: anAccount({
    source: 2000,
    created: 1998,
    failed: 2,
    countedBySource: null,
    foundAtEnd: null,
    heldStill: null,
    failedByReason: { property_missing: 2 },
  }),
});

/** Shows the page of a run, by default one that an error stopped, with these connections. */
async function showRun(connections: unknown, run = stopped): Promise<void> {
  answerWith({
    '/api/migrations/12': run,
    '/api/migrations/12/logs': [],
    '/api/migrations': new Refusal(404, 'This connection does not exist'),
    '/api/connections': connections,
  });
  await showPage('/migrations/12', settled);
}

const button = () => screen.queryByRole('button', { name: /Run again/ });

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:02:00.000Z') });
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('When its connection was deleted, then the verdict says so and leads to the connections', async () => {
  await showRun([aConnection({ id: 4 })]);
  screen.getByText(/^Its connection was deleted, so it cannot be run again/);
  expect(screen.queryByText(/^Run it again to go on/)).toBeNull();
  expect([button(), screen.queryByRole('button', { name: 'Open the connection' })]).toEqual([null, null]);
  expect(screen.getByRole('link', { name: 'Connections' }).getAttribute('href')).toBe('/connections');
  screen.getByText(/^Save the connection once more/);
  expect(screen.queryByRole('link', { name: 'Open the connection' })).toBeNull();
});

test('When its credential is refused, then the verdict leads to the connection first', async () => {
  await showRun([aConnection({ id: stopped.connectionId, hubspotStatus: 'invalid' })]);
  screen.getByText(/^Give the connection a credential that is accepted, then run it again/);
  const primary = [...document.querySelectorAll('.verdict .button-primary')];
  expect(primary.map(({ textContent }) => textContent)).toEqual(['Open the connection']);
});

test('When what came along with the records was refused, then the export of the refused counts it', async () => {
  const reconciliation = anAccount({ alongside: { contact: aTally({ failed: 200 }) } });
  const run = {
    ...stopped,
    status: 'completed',
    migrationType: 'jobs',
    errorCount: 0,
    reconciliation,
  } as const;
  await showRun([], run);
  const link = screen.getByRole('link', { name: 'Export the 200 refused' });
  expect(link.getAttribute('href')).toBe('/api/migrations/12/outcomes.csv?outcome=failed');
});

test('When running it again fails, then the reason stays beside the button', async () => {
  await showRun([aConnection({ id: stopped.connectionId })]);
  screen.getByText(/^Run it again to go on/);
  const link = screen.getByRole('link', { name: 'Open the connection' });
  expect(link.getAttribute('href')).toBe(`/connections/${stopped.connectionId}`);
  await act(async () => {
    button()?.click();
    // Longer than any toast is there.
    await jest.advanceTimersByTimeAsync(30_000);
  });
  expect(screen.getByRole('alert').textContent).toContain('This connection does not exist');
  expect(button()).not.toBeNull();
});
