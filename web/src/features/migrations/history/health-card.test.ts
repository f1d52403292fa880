/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Migration, MigrationProcess } from '@ridgeline/contracts';
import { aMigration } from '../../../testing/a-migration.ts';
import { aProcess } from '../../../testing/a-process.ts';
import { aSync } from '../../../testing/a-sync.ts';
import { aUser } from '../../../testing/a-user.ts';
import { aSession } from '../../../testing/session-of-tests.ts';
import { answerWith, Refusal, timesAsked } from '../../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, screen, within } from '@testing-library/react';
import { showPage, tellPage } from '../../../testing/watched-page.tsx';

const health = '/api/processes/health';
const orphaned = '/api/processes/orphaned';

const answers = (
  processes: readonly MigrationProcess[],
  orphans = processes.filter((one) => !one.isHealthy),
) => {
  const unhealthy = processes.filter(({ isHealthy }) => !isHealthy);
  return {
    '/api/migrations': { migrations: [], total: 0, page: 1, pageSize: 25 },
    [health]: {
      processes,
      summary: {
        total: processes.length,
        healthy: processes.length - unhealthy.length,
        unhealthy: unhealthy.length,
      },
      orphanedProcesses: unhealthy,
    },
    [orphaned]: { orphanedProcesses: orphans },
    '/api/connections': [],
  };
};

const endedAt = '2025-01-02T12:00:50.000Z';
const crashed = aProcess({ id: 2, status: 'crashed', isHealthy: false, endedAt });
const completed = aProcess({ id: 1, status: 'completed', endedAt });

const after = (ms: number) => () => jest.advanceTimersByTimeAsync(ms);
const settled = after(250);
const card = () => screen.getByRole('region', { name: 'Process Health Monitor' });
const tell = async (difference: Partial<Migration>, ms = 250) => tellPage(aMigration(difference), after(ms));

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:01:00.000Z') });
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('When a process crashed and no other took its migration, then it is shown as an orphan that can be cleaned up', async () => {
  answerWith(answers([crashed, completed]));
  await showPage('/migrations', settled);
  const list = within(card()).getByRole('list', { name: 'Processes under way or orphaned' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  expect(list.textContent).toMatch(/^Unhealthy.*Migration #12/);
  within(card()).getByText('1 orphaned process');
  within(card()).getByRole('button', { name: 'Clean up' });
  within(card()).getByText('Show 1 that ended in the last 15 minutes');
  expect(card().textContent).not.toContain('No process is running');
  expect(card().textContent).toContain('Total1Healthy0Unhealthy1');
});

test('When nothing is wrong, then the card is one line; administrators see the whole of it, where what has ended is not counted', async () => {
  answerWith(answers([completed, { ...crashed, isHealthy: true }]));
  await showPage('/migrations', settled);
  expect(card().textContent).toBe('Process Health Monitor No process is running.');
  cleanup();
  answerWith({ ...answers([aProcess()]), '/api/syncs': [aSync({ state: 'current' })] });
  await showPage('/migrations', settled);
  expect(card().textContent).toBe(
    'Process Health Monitor 1 process is running. Auto-sync: 1 connection up to date.',
  );
  cleanup();
  answerWith(answers([completed, { ...crashed, isHealthy: true }]));
  await showPage('/migrations', settled, aSession({ user: aUser({ administrator: true }) }));
  expect(card().textContent).toContain('Total0Healthy0Unhealthy0');
  within(card()).getByText('No process is running. One starts with each migration.');
});

test('When auto-sync waits, then the card is whole, and stays so when it does not any more', async () => {
  answerWith({ ...answers([]), '/api/syncs': [aSync({ state: 'waiting' })] });
  await showPage('/migrations', settled);
  within(card()).getByText('1 connection waiting');
  answerWith({ ...answers([]), '/api/syncs': [aSync({ state: 'current' })] });
  await act(after(31_000));
  within(card()).getByText('1 connection up to date');
  within(card()).getByText('No process is running. One starts with each migration.');
});

test('When a run begins, loses its worker, or ends, then the processes are asked for again, once for a crowd', async () => {
  answerWith(answers([]));
  await showPage('/migrations', settled);
  await tell({ id: 1 }, 1_500);
  await tell({ id: 2 }, 1_500);
  const begun = timesAsked(health);
  for (let version = 41; version < 51; version += 1) await tell({ id: 1, version });
  expect(timesAsked(health)).toBe(begun);
  for (const id of [1, 2]) await tell({ id, version: 60, health: 'recovering' });
  await act(after(1_000));
  expect(timesAsked(health)).toBe(begun + 1);
  for (const id of [1, 2]) await tell({ id, version: 70, status: 'completed', health: null });
  await act(after(1_000));
  expect(timesAsked(health)).toBe(begun + 2);
});

test('When the two calls disagree, then the orphans are those of the call for orphans', async () => {
  answerWith(answers([aProcess()], [crashed]));
  await showPage('/migrations', settled);
  within(card()).getByText('1 orphaned process');
  cleanup();
  answerWith(answers([crashed], []));
  await showPage('/migrations', settled);
  expect(within(card()).queryByText(/orphaned process$/)).toBeNull();
});

test('When the orphans cannot be asked for, then the card says so, and asks again', async () => {
  const told = answers([crashed]);
  answerWith({ ...told, [orphaned]: new Refusal(400, 'No answer') });
  await showPage('/migrations', settled);
  within(card()).getByText('Could not load the orphaned processes');
  answerWith(told);
  await act(async () => {
    within(card()).getByRole('button', { name: 'Try Again' }).click();
    await settled();
  });
  within(card()).getByText('1 orphaned process');
});

test('When the question for orphans finds others than the card has, then all is asked for again', async () => {
  answerWith(answers([crashed]));
  await showPage('/migrations', settled);
  expect(timesAsked(health)).toBe(1);
  cleanup();
  answerWith(answers([], [crashed]));
  await showPage('/migrations', settled);
  expect(timesAsked(health)).toBe(2);
});

test('When the processes cannot be asked for, then what is there is marked as old', async () => {
  answerWith(answers([aProcess()]));
  await showPage('/migrations', settled);
  const old = () => [...card().querySelectorAll('.stale')].map(({ textContent }) => textContent);
  expect(old()).toEqual([]);
  answerWith({ ...answers([]), [health]: new Refusal(503, 'No answer') });
  await act(after(15_000));
  within(card()).getByText('Could not refresh the processes');
  expect(old()).toEqual(['Total1Healthy1Unhealthy0', expect.stringContaining('Migration #12')]);
  answerWith(answers([]));
  await act(async () => {
    within(card()).getByRole('button', { name: 'Try Again' }).click();
    await settled();
  });
  expect(old()).toEqual([]);
  within(card()).getByText('No process is running. One starts with each migration.');
});

test('When the server looked at a healthy heartbeat, then its age stays until it looks again; a silence grows older', async () => {
  // The clock of this browser is twenty seconds ahead of the server's.
  const told = answers([aProcess(), aProcess({ id: 2, isHealthy: false })]);
  answerWith({ ...told, [health]: { ...told[health], at: '2025-01-02T12:00:41.000Z' } });
  await showPage('/migrations', settled);
  const ages = () => [...card().querySelectorAll('time')].map(({ textContent }) => textContent);
  expect(ages()).toEqual(['Heartbeat 20 seconds ago', 'Heartbeat just now']);
  await act(after(10_000));
  expect(ages()).toEqual(['Heartbeat 30 seconds ago', 'Heartbeat just now']);
});
