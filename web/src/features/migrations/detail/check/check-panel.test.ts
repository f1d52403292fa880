/** @jest-environment jsdom */
import type { Migration, MigrationCheck } from '@ridgeline/contracts';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { aCheck, aDifference } from '../../../../testing/a-check.ts';
import { aMigration } from '../../../../testing/a-migration.ts';
import { answerWith, Refusal, timesAsked } from '../../../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, screen } from '@testing-library/react';
import { showPage } from '../../../../testing/watched-page.tsx';

const settled = () => jest.advanceTimersByTimeAsync(250);
const checks = '/api/migrations/12/checks';

interface Shown {
  readonly answer?: unknown;
  readonly run?: Partial<Migration>;
  readonly address?: string;
}

const answerOf = (list: readonly MigrationCheck[], written = 12_345) => ({
  checks: list,
  written,
  startedBy: 5,
});

async function show({ answer, run, address = '/migrations/12' }: Shown): Promise<void> {
  answerWith({
    '/api/migrations/12': aMigration({
      status: 'completed',
      completedAt: '2025-01-02T12:01:00.000Z',
      ...run,
    }),
    '/api/migrations/12/logs': [],
    '/api/connections': [{ id: 3, status: 'valid', acculynxCompanyName: 'Summit Roofing' }],
    '/api/team': {
      members: [{ id: 5, firstName: 'Rosa', lastName: 'Diaz', email: 'r@d.co' }],
      invitations: [],
    },
    [checks]: answer,
    [`${checks}/7/differences`]: { differences: [aDifference()], hasMore: true },
  });
  await showPage(address, settled);
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:02:00.000Z') });
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('When a migration was checked, then its figures, differences and what can be done are there', async () => {
  await show({ answer: answerOf([aCheck()]) });
  screen.getByText(/^200 of 12,345 records read back from HubSpot: 198 as written, 2 changed since/);
  screen.getByText(/^Changed by HubSpot user 7/);
  expect(button('Check 200 again').disabled).toBe(false);
  button('Check all 12,345');
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    `${checks}/7/differences.csv`,
  );
});

test('When a check is open, then its progress is followed, and no other one can be started', async () => {
  const running = aCheck({ id: 8, state: 'running', total: 500, endedAt: null });
  await show({ answer: answerOf([running, aCheck()]) });
  screen.getByText('Reading back from HubSpot: 200 of 500');
  screen.getByText(/^200 of 12,345/);
  expect(button('Check 200 again').disabled).toBe(true);
  const before = timesAsked(checks);
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(timesAsked(checks)).toBeGreaterThan(before);
});

test('When there was none, or it could not be made, or loaded, then that is said', async () => {
  await show({ answer: answerOf([], 3) });
  screen.getByText(/^Not checked yet/);
  button('Check 3');
  cleanup();
  await show({ answer: answerOf([aCheck({ state: 'failed', problem: 'The token was revoked.' })]) });
  screen.getByText('The check could not be made');
  screen.getByText(/^The token was revoked. The migration itself is not affected/);
  cleanup();
  await show({ answer: new Refusal(400, 'No database') });
  screen.getByText('Could not load the check');
});

test('When it is a dry run or an undo, then nothing is checked', async () => {
  for (const run of [{ dryRun: true }, { follows: { migrationId: 3, as: 'undo' as const } }]) {
    await show({ answer: answerOf([]), run });
    expect(screen.queryByText('Checked in HubSpot')).toBeNull();
    cleanup();
  }
});

test('When the account is opened, then it has who prints it, both sides, the check, and more in the CSV', async () => {
  await show({ answer: answerOf([aCheck()]), address: '/migrations/12/account' });
  screen.getByRole('heading', { name: 'Account of migration #12' });
  screen.getByText(/^Printed by /);
  screen.getByText('Summit Roofing');
  screen.getByText('Rosa Diaz');
  screen.getByText(/^200 of 12,345 records/);
  screen.getByText('Boise');
  screen.getByText(/^These are the first 500 differences/);
});
