/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { aMigration } from '../../../../testing/a-migration.ts';
import { answerWith, Refusal, timesAsked } from '../../../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { cleanup, screen } from '@testing-library/react';
import { showPage } from '../../../../testing/watched-page.tsx';

const settled = () => jest.advanceTimersByTimeAsync(250);
const path = '/api/migrations/12/duplicates';
const none = { duplicates: [], next: null, open: 0, answered: 0, same: 0 };

/** Shows the page of a run that has ended, with this answer about its possible duplicates. */
async function show(answer: unknown, dryRun = true): Promise<void> {
  const run = aMigration({ status: 'completed', completedAt: '2025-01-02T12:01:00.000Z', dryRun });
  answerWith({
    '/api/migrations/12': run,
    '/api/migrations/12/logs': [],
    '/api/migrations/12/records': { records: [], next: null },
    '/api/connections': [],
    [path]: answer,
  });
  await showPage('/migrations/12', settled);
}

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:02:00.000Z') });
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('When a migration copied, then no one asks for possible duplicates', async () => {
  await show(none, false);
  expect(timesAsked(path)).toBe(0);
});

test.each([
  ['there are none', none],
  ['the server is of the release before', new Refusal(404, 'Nothing here')],
])('When %s, then nothing is shown of them', async (_, answer) => {
  await show(answer);
  expect(timesAsked(path)).toBeGreaterThan(0);
  expect(screen.queryByText('Possible duplicates')).toBeNull();
});

test('When they cannot be loaded, then it says so, with a way to try again', async () => {
  await show(new Refusal(400, 'No database'));
  screen.getByText('Could not load the possible duplicates');
  screen.getByRole('button', { name: 'Try Again' });
});
