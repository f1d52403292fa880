/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { SyncUpdate } from '@ridgeline/contracts';
import { aSync, aSyncDeadLetter, aSyncedRecord } from '../../../testing/a-sync.ts';
import { answerWith, Refusal, timesAsked } from '../../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, screen, within } from '@testing-library/react';
import { showAutoSync } from '../../../testing/shown-auto-sync.tsx';

const status = '/api/syncs';
const feed = '/api/syncs/3/records';
const deadLetters = '/api/syncs/3/dead-letters';
const retries = `${deadLetters}/retries`;

const records = (newest: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    aSyncedRecord({ id: newest - index, name: `Contact ${String(newest - index)}` }),
  );

const answers = {
  [status]: [aSync()],
  [feed]: { records: records(60, 50), hasMore: true },
  [`${feed}?before=11`]: { records: records(10, 10), hasMore: false },
};

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:00:00.000Z') });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const button = (name: string) => screen.getByRole('button', { name });
const press = async (name: string) => {
  await act(async () => {
    button(name).focus();
    button(name).click();
    await jest.advanceTimersByTimeAsync(300);
  });
};

/** Renders the panel with these server answers; returns a function that delivers a live update. */
async function show(told: Readonly<Record<string, unknown>>) {
  answerWith(told);
  const tell = await showAutoSync(() => jest.advanceTimersByTimeAsync(250));
  return async (update: SyncUpdate) => {
    tell(update);
    await pass(300);
  };
}

const shown = (list = 'Copied records') =>
  within(screen.getByRole('list', { name: list }))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('bdi')?.textContent);

test('When records are copied, then they appear at the top, and as many as before are shown', async () => {
  const tell = await show(answers);
  expect(shown()).toHaveLength(10);
  await tell({
    status: aSync({ state: 'working', waiting: 7, oldestWaitingAt: '2025-01-02T11:59:50.000Z' }),
    records: records(62, 2),
  });
  expect(shown().slice(0, 3)).toEqual(['Contact 62', 'Contact 61', 'Contact 60']);
  expect(shown()).toHaveLength(10);
  screen.getByText('Copying');
  screen.getByText('7 records waiting to be copied.');
});

test('When the reader opens what changed, then nothing moves until the newer records are asked for', async () => {
  const tell = await show(answers);
  await press('1 change: Contact 55');
  screen.getByText('303-555-0100');
  await tell({ status: aSync(), records: records(63, 3) });
  expect(shown()[0]).toBe('Contact 60');
  await press('Show 3 newer');
  expect(shown()[0]).toBe('Contact 60');
  expect(timesAsked(feed)).toBe(2);
});

test('When older records are asked for, then first the page is shown whole, then the page before it', async () => {
  await show(answers);
  await press('Show older');
  expect(shown()).toHaveLength(50);
  await press('Show older');
  expect(shown('Older copied records')).toEqual(records(10, 10).map(({ name }) => name));
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('When much is copied, then a screen reader hears how much now and then, and not each record', async () => {
  const tell = await show(answers);
  await pass(20_000);
  answerWith({ ...answers, [feed]: { records: records(70, 50), hasMore: true } });
  const heard = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  for (let id = 61; id <= 70; id += 1) await tell({ status: aSync(), records: records(id, 1) });
  expect(heard().join()).not.toMatch(/processed/);
  await pass(20_000);
  expect(heard()).toContain('Auto-sync processed 10 records');
});

test('When records failed, then each has its reason and its fix, and five are shown until all are asked for', async () => {
  const failed = Array.from({ length: 7 }, (_, index) =>
    aSyncDeadLetter({ sourceId: `c-${String(index)}`, name: `Failed ${String(index)}` }),
  );
  await show({
    ...answers,
    [status]: [aSync({ deadLetters: 7 })],
    [deadLetters]: { records: failed, total: 7 },
  });
  screen.getByRole('heading', { name: '7 records failed' });
  expect(shown('Failed records')).toHaveLength(5);
  expect(screen.getAllByText('Correct the email address in AccuLynx, then retry it.')).toHaveLength(5);
  await press('Show all 7');
  expect(shown('Failed records')).toHaveLength(7);
});

test('When a failed record is retried, then the list is asked for again; when that fails, then the reason stays', async () => {
  const one = { ...answers, [status]: [aSync({ deadLetters: 1 })] };
  const list = { records: [aSyncDeadLetter()], total: 1 };
  await show({ ...one, [deadLetters]: list, [retries]: new Refusal(400, '{"message":"Not now"}') });
  await press('Retry Ann Smith');
  expect(screen.getByRole('alert').textContent).toContain('Not now');
  answerWith({ ...answers, [deadLetters]: { records: [], total: 0 }, [retries]: { retried: 1 } });
  await press('Retry Ann Smith');
  expect([timesAsked(retries), timesAsked(status)]).toEqual([1, 1]);
  expect(screen.queryByRole('heading', { name: /failed/ })).toBeNull();
});

test('When there are 10,000 failed records, then they are paged by 50', async () => {
  await show({
    ...answers,
    [status]: [aSync({ deadLetters: 10_000 })],
    [deadLetters]: {
      records: Array.from({ length: 50 }, (_, index) => aSyncDeadLetter({ sourceId: String(index) })),
      total: 10_000,
    },
    [`${deadLetters}?page=2`]: { records: [aSyncDeadLetter({ name: 'Of page 2' })], total: 10_000 },
  });
  await press('Show all 10,000');
  screen.getByText('1–50 of 10,000');
  await press('Page 2');
  expect(shown('Failed records')).toEqual(['Of page 2']);
});

test('When records are left to migrations, then one sentence says why, and a link creates one', async () => {
  await show({ ...answers, [status]: [aSync({ leftToMigrations: 1 })] });
  screen.getByText(/^1 changed record was in AccuLynx before auto-sync was switched on, so only a migration/);
  const link = screen.getByRole('link', { name: 'Create a migration' });
  expect(link.getAttribute('href')).toBe('/migrations?dialog=create&connection=3');
});

test('When auto-sync was never on, then the panel says what that means, and nothing is asked of a feed', async () => {
  await show({ [status]: [] });
  screen.getByText('Changes in AccuLynx are not copied automatically. Migrations copy them.');
  button('Switch on in settings');
  expect(screen.queryByRole('button', { name: 'New address' })).toBeNull();
  expect(timesAsked(feed)).toBe(0);
});

test('When nothing was copied yet, then the feed says so', async () => {
  await show({ [status]: [aSync()], [feed]: { records: [], hasMore: false } });
  screen.getByText(/^Nothing copied yet\./);
  expect(screen.queryByRole('list', { name: 'Copied records' })).toBeNull();
});

test('When the state cannot be had, then the panel says so, and comes with the next answer', async () => {
  await show({ [status]: new Refusal(400, '{"message":"No"}') });
  screen.getByText('Could not load auto-sync');
  answerWith(answers);
  await press('Try Again');
  screen.getByText('Up to date');
});
