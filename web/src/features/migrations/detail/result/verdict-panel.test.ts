/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { aConnection } from '../../../../testing/a-connection.ts';
import { aMigration } from '../../../../testing/a-migration.ts';
import { aTally, anAccount } from '../../../../testing/an-account.ts';
import { answerWith, Refusal } from '../../../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, screen, within } from '@testing-library/react';
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
  expect(screen.queryByText(/^Run it again to continue/)).toBeNull();
  expect([button(), screen.queryByRole('button', { name: 'Open the connection' })]).toEqual([null, null]);
  expect(screen.getByRole('link', { name: 'Connections' }).getAttribute('href')).toBe('/connections');
  screen.getByText(/^Save the connection again/);
  expect(screen.queryByRole('link', { name: 'Open the connection' })).toBeNull();
});

test('When its credential is refused, then one button opens the form at its field, and running it again waits for that', async () => {
  await showRun([aConnection({ id: stopped.connectionId, hubspotStatus: 'invalid' })]);
  screen.getByText(/^Update the connection's credentials, then run it again/);
  const actions = document.querySelectorAll('.verdict .button');
  expect([...actions].map(({ textContent }) => textContent)).toEqual([
    'Export the 2 rejected',
    'Replace the HubSpot token',
  ]);
  await act(async () => {
    screen.getByRole('button', { name: 'Replace the HubSpot token' }).click();
    await settled();
  });
  const form = within(screen.getByRole('dialog', { name: 'Update Connection' }));
  expect(document.activeElement).toBe(form.getByLabelText('HubSpot Private Access Token'));
});

test('When running it again finds its credential refused, then there is no error beside the button that replaces it', async () => {
  await showRun([aConnection({ id: stopped.connectionId })]);
  const refused = new Refusal(409, JSON.stringify({ code: 'migration.connection_invalid', error: 'No' }));
  answerWith({
    '/api/migrations/12': stopped,
    '/api/migrations': refused,
    '/api/connections': [aConnection({ id: stopped.connectionId, acculynxStatus: 'invalid' })],
  });
  await act(async () => {
    button()?.click();
    await jest.advanceTimersByTimeAsync(30_000);
  });
  screen.getByRole('button', { name: 'Replace the AccuLynx key' });
  expect([button(), document.querySelector('.verdict .notice')]).toEqual([null, null]);
});

test('When it stopped before anything was read, then nothing on the page says that something was written', async () => {
  const none = { source: 0, created: 0, failed: 0, failedByReason: {} };
  const reconciliation = { ...anAccount(none), countedBySource: null, foundAtEnd: null, heldStill: null };
  await showRun([aConnection({ id: stopped.connectionId })], {
    ...stopped,
    processedCount: 0,
    successCount: 0,
    reconciliation,
  });
  screen.getByText(/Nothing was written to HubSpot\.$/, { selector: '.verdict p' });
  await act(async () => {
    screen.getByRole('button', { name: 'Show progress' }).click();
    await settled();
  });
  screen.getByText('Stopped by an error. Nothing was written to HubSpot.');
  expect(document.body.textContent).not.toMatch(/What was written stays/);
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
  const link = screen.getByRole('link', { name: 'Export the 200 rejected' });
  expect(link.getAttribute('href')).toBe('/api/migrations/12/outcomes.csv?outcome=failed');
});

test('When running it again fails, then the reason stays beside the button', async () => {
  await showRun([aConnection({ id: stopped.connectionId })]);
  screen.getByText(/^Run it again to continue/);
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

test('When its worker was lost and another one resumed it, then the verdict says so, and that nothing is lost', async () => {
  const interruption = { at: '2025-01-02T12:00:30.000Z', resumedAt: '2025-01-02T12:00:50.000Z', times: 1 };
  await showRun([], { ...stopped, status: 'completed', interruption });
  screen.getByText(/^Interrupted at .+, continued automatically\. Nothing was lost or copied twice\.$/);
});
