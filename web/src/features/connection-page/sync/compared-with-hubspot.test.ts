/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { AccuracyStatus } from '@ridgeline/contracts';
import { anAccuracy, anAccuracyFinding, aSweepStatus, aSync } from '../../../testing/a-sync.ts';
import { answerWith, Refusal, timesAsked } from '../../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, screen, within } from '@testing-library/react';
import { showAutoSync } from '../../../testing/shown-auto-sync.tsx';
import { accuracyText, differenceText } from './accuracy-display.ts';

const accuracy = '/api/syncs/3/accuracy';
const findings = `${accuracy}/findings`;
const on = {
  '/api/syncs': [aSync()],
  '/api/syncs/3/records': { records: [], hasMore: false },
  '/api/syncs/3/sweeps': aSweepStatus(),
};

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:00:00.000Z') });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const show = async (told: Readonly<Record<string, unknown>>) => {
  answerWith({ ...on, ...told });
  await showAutoSync(() => jest.advanceTimersByTimeAsync(250));
};
const part = () => within(screen.getByRole('region', { name: 'Compared with HubSpot' }));
const press = async (name: string) => {
  await act(async () => {
    part().getByRole('button', { name }).click();
    await jest.advanceTimersByTimeAsync(300);
  });
};

describe('Comparisons with HubSpot', () => {
  test('When one has ended, then its results are shown, when the next one is, and how many records are listed', async () => {
    await show({ [accuracy]: anAccuracy() });
    part().getByText(/Of 200 records, 198 were equal, 2 changed in HubSpot, 0 repaired\.$/);
    const facts = [
      ...screen.getByRole('region', { name: 'Compared with HubSpot' }).querySelectorAll('dl > div'),
    ];
    expect(facts.map((fact) => fact.textContent)).toEqual([
      'Last comparisonyesterday',
      'Next comparisonin 2 hours',
      'Changed in HubSpot7',
      'Repaired1',
      'Deleted in HubSpot0',
    ]);
  });

  test('When a number is opened, then each record is listed with its values, who changed them, and the ways to both systems', async () => {
    await show({
      [accuracy]: anAccuracy(),
      [`${findings}?verdict=changed_by_people`]: { findings: [anAccuracyFinding()], hasMore: false },
      [`${findings}?verdict=repaired`]: { findings: [], hasMore: false },
    });
    await press('Changed in HubSpot: 7');
    part().getByText(/^Users or other tools changed these records in HubSpot\./);
    part().getByText('Phone Number · by a user');
    for (const system of ['AccuLynx', 'HubSpot'])
      part().getByRole('link', { name: `${system}: Ann Smith, opens in a new tab` });
    await press('Repaired: 1');
    part().getByText('These records are no longer kept.');
    await press('Repaired: 1');
    expect(part().queryByText('These records are no longer kept.')).toBeNull();
  });

  test('When a record was deleted in HubSpot, then no link leads there', async () => {
    await show({
      [accuracy]: anAccuracy({ listed: { changed_by_people: 0, repaired: 0, gone: 1 } }),
      [`${findings}?verdict=gone`]: {
        findings: [anAccuracyFinding({ verdict: 'gone', properties: [] })],
        hasMore: false,
      },
    });
    await press('Deleted in HubSpot: 1');
    part().getByRole('link', { name: 'AccuLynx: Ann Smith, opens in a new tab' });
    expect(part().queryByRole('link', { name: /^HubSpot/ })).toBeNull();
  });

  test('When all are compared, then that is started and the status asked for again; when it fails, then the reason stays', async () => {
    await show({ [accuracy]: anAccuracy() });
    await press('Compare all with HubSpot');
    expect(timesAsked(accuracy)).toBe(3);
    answerWith({ ...on, [accuracy]: new Refusal(400, '{"message":"Not now"}') });
    await press('Compare all with HubSpot');
    expect(part().getByRole('alert').textContent).toContain('Not now');
  });

  test('When they cannot be had, then the part says so', async () => {
    await show({ [accuracy]: new Refusal(400, '{"message":"No"}') });
    part().getByText('Could not load the comparison');
    answerWith({ ...on, [accuracy]: anAccuracy() });
    await press('Try Again');
    part().getByRole('button', { name: 'Changed in HubSpot: 7' });
  });
});

describe('What a comparison came to, in words', () => {
  test.each<[Partial<AccuracyStatus>, string]>([
    [{ lastAt: null }, 'No records have been compared yet.'],
    [{ lastAt: null, underWay: 100 }, 'A comparison is running: 100 records so far.'],
    [
      { whole: true, compared: 6_912, equal: 6_900, repaired: 3, gone: 1, repairing: 6 },
      'Of all 6,912 records, 6,900 were equal, 2 changed in HubSpot, 3 repaired, 1 deleted in HubSpot, 6 being repaired.',
    ],
    [
      { compared: 1, equal: 1, changedByPeople: 0, underWay: 0 },
      'Of 1 record, 1 was equal, 0 changed in HubSpot, 0 repaired. A comparison is running: 0 records so far.',
    ],
  ])('When it is %j, then the text is %s', (status, text) => {
    expect(accuracyText(anAccuracy(status))).toBe(text);
  });

  test('When several sources changed values, then each is named once; one that is not known is another source', () => {
    const properties = [
      { property: 'phone', by: 'CRM_UI' },
      { property: 'city', by: 'AUTOMATION_PLATFORM' },
      { property: 'zip', by: 'SOMETHING_NEW' },
      { property: 'email', by: 'CRM_UI' },
    ];
    expect(differenceText({ properties })).toMatch(/ · by a user, a workflow, another source$/);
    expect(differenceText({ properties: [{ property: 'phone', by: null }] })).not.toContain('by');
  });
});
