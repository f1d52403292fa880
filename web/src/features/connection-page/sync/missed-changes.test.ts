/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import { aConnection } from '../../../testing/a-connection.ts';
import { anAccuracy, aSweepFinding, aSweepStatus, aSync } from '../../../testing/a-sync.ts';
import { answerWith, Refusal, timesAsked } from '../../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, screen, within } from '@testing-library/react';
import { showAutoSync } from '../../../testing/shown-auto-sync.tsx';
import { comparingText } from './sweep-display.ts';

const sweeps = '/api/syncs/3/sweeps';
const findings = '/api/syncs/3/findings';
const subscription = '/api/connections/3/subscription';
const on = {
  '/api/syncs': [aSync()],
  '/api/syncs/3/records': { records: [], hasMore: false },
  '/api/syncs/3/accuracy': anAccuracy(),
};
const many = (newest: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    aSweepFinding({ id: newest - index, name: `Missed ${String(newest - index)}` }),
  );

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:00:00.000Z') });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const show = async (told: Readonly<Record<string, unknown>>, connection: Partial<Connection> = {}) => {
  answerWith({ ...on, ...told });
  await showAutoSync(() => jest.advanceTimersByTimeAsync(250), connection);
};
const button = (name: string) => screen.getByRole('button', { name });
const press = async (name: string) => {
  await act(async () => {
    button(name).focus();
    button(name).click();
    await jest.advanceTimersByTimeAsync(300);
  });
};
const part = (name: string) => within(screen.getByRole('region', { name }));
const factsOf = (name: string) =>
  [...screen.getByRole('region', { name }).querySelectorAll('dl > div')].map((fact) => [
    fact.querySelector('dt')?.textContent,
    fact.querySelector('dd')?.textContent,
  ]);
const listed = (name: string) =>
  within(screen.getByRole('list', { name }))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('bdi')?.textContent);

describe('Missed changes', () => {
  test('When checks found some, then the last and next check, how long comparing takes, and their numbers are shown', async () => {
    await show({ [sweeps]: aSweepStatus() });
    expect(factsOf('Missed changes')).toEqual([
      ['Last check', '3 minutes ago'],
      ['Next check', 'in 11 minutes'],
      ['Missed', '3'],
      ['Late', '1'],
      ['Early', '0'],
    ]);
    part('Missed changes').getByText(/all contacts are compared every 15 minutes, all jobs once a day\.$/);
    expect(screen.queryByRole('button', { name: 'Early: 0' })).toBeNull();
  });

  test('When a number is opened, then its records are listed with the ways to both systems, and older ones on demand', async () => {
    await show({
      [sweeps]: aSweepStatus({ missed: 52 }),
      [`${findings}?verdict=missed`]: { findings: many(60, 50), hasMore: true },
      [`${findings}?verdict=missed&before=11`]: { findings: many(10, 2), hasMore: false },
    });
    expect(button('Missed: 52').getAttribute('aria-expanded')).toBe('false');
    await press('Missed: 52');
    expect(button('Missed: 52').getAttribute('aria-expanded')).toBe('true');
    screen.getByText(/^No event arrived for these changes within an hour\./);
    expect(listed('Found records')).toHaveLength(5);
    for (const system of ['AccuLynx', 'HubSpot'])
      screen.getByRole('link', { name: `${system}: Missed 60, opens in a new tab` });
    await press('Show older');
    expect(listed('Found records')).toHaveLength(50);
    await press('Show older');
    expect(listed('Older found records')).toEqual(['Missed 10', 'Missed 9']);
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
    await press('Missed: 52');
    expect(screen.queryByRole('list', { name: 'Found records' })).toBeNull();
  });

  test('When another number is opened, then its list takes the place; one that is no longer kept says so', async () => {
    await show({
      [sweeps]: aSweepStatus(),
      [`${findings}?verdict=missed`]: { findings: many(3, 3), hasMore: false },
      [`${findings}?verdict=late`]: { findings: [], hasMore: false },
    });
    await press('Missed: 3');
    await press('Late: 1');
    screen.getByText('These records are no longer kept.');
    expect(screen.queryByRole('list', { name: 'Found records' })).toBeNull();
  });

  test('When a check is asked for, then all is compared and the numbers are asked for again; when that fails, then the reason stays', async () => {
    await show({ [sweeps]: aSweepStatus() });
    await press('Check now');
    expect(timesAsked(sweeps)).toBe(3);
    answerWith({ ...on, [sweeps]: new Refusal(400, '{"message":"Not now"}') });
    await press('Check now');
    expect(screen.getByRole('alert').textContent).toContain('Not now');
  });

  test('When they cannot be had, then the part says so, and the rest of the panel stays', async () => {
    await show({ [sweeps]: new Refusal(400, '{"message":"No"}') });
    part('Missed changes').getByText('Could not load the missed changes');
    screen.getByText(/^Nothing copied yet\./);
    answerWith({ ...on, [sweeps]: aSweepStatus() });
    await press('Try Again');
    button('Missed: 3');
  });

  test('When auto-sync is off, then there are no checks, no comparison and no webhook to show', async () => {
    await show({ '/api/syncs': [aSync({ state: 'off' })] });
    for (const name of ['Missed changes', 'Compared with HubSpot', 'Webhook'])
      expect(screen.queryByRole('region', { name })).toBeNull();
    expect(timesAsked(sweeps)).toBe(0);
  });

  test.each([
    [null, 'All records are being compared for the first time.'],
    [15 * 60_000, 'Recent changes and all contacts are compared every 15 minutes, all jobs once a day.'],
    [69.2 * 60_000, 'Comparing all takes 70 minutes.'],
  ])('When comparing all takes %s ms, then the text is %s', (allTakesMs, text) => {
    expect(comparingText(allTakesMs)).toBe(text);
  });
});

describe('The webhook of auto-sync', () => {
  test('When it is subscribed again, then the page shows how it stands then', async () => {
    await show({ [sweeps]: aSweepStatus(), [subscription]: aConnection() });
    part('Webhook').getByText(/^AccuLynx sends its events to a secret address/);
    part('Webhook').getByText('2 minutes ago');
    await press('Subscribe again');
    expect(timesAsked(subscription)).toBe(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('When AccuLynx refuses, then the reason is shown', async () => {
    const error = {
      webhookStatus: 'error',
      webhookReason: 'AccuLynx has disabled the subscription.',
    } as const;
    await show({ [subscription]: new Refusal(400, '{"message":"Webhook error: refused"}') }, error);
    part('Webhook').getByText(/^AccuLynx has disabled the subscription\./);
    await press('Subscribe again');
    expect(screen.getByRole('alert').textContent).toContain('Webhook error: refused');
  });

  test('When events go to another processor, then it says what that means, and no address is offered', async () => {
    const reason = 'AccuLynx sends the events to another processor.';
    await show({}, { customEventProcessorUrl: 'https://events.example.com', webhookReason: reason });
    part('Webhook').getByText(reason);
    expect(screen.queryByRole('button', { name: 'New address' })).toBeNull();
    button('Subscribe again');
  });
});
