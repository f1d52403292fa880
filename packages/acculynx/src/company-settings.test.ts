import { describe, expect, test } from '@jest/globals';
import { acculynxAnswering, json } from './testing/acculynx-answering.ts';

const settings = {
  name: ' Brazos Roofing - Waco ',
  hasInsurance: true,
  timeZoneInfo: {
    name: 'Central Standard Time',
    daylightName: 'Central Daylight Time',
    baseUtcOffset: '-06:00:00',
    adjustedUtcOffset: '-05:00:00',
    supportsDaylightSavingTime: true,
  },
};

describe('A location tells who it is', () => {
  test('When company-settings names the id in either way, then it is read with its time zone', async () => {
    for (const ids of [{ id: 'loc-1' }, { companyId: 'loc-1', id: 'loc-1' }, { companyId: 'loc-1' }]) {
      await using acculynx = await acculynxAnswering(json(200, { ...ids, ...settings }));
      expect(await acculynx.client.companySettings()).toEqual({
        outcome: 'ok',
        value: {
          companyId: 'loc-1',
          companyName: 'Brazos Roofing - Waco',
          timezone: 'Central Standard Time',
          baseUtcOffset: '-06:00:00',
          adjustedUtcOffset: '-05:00:00',
        },
      });
    }
  });

  test('When name and time zone are missing, then they are not known', async () => {
    await using acculynx = await acculynxAnswering(json(200, { id: 7, timeZoneInfo: null }));
    expect(await acculynx.client.companySettings()).toEqual({
      outcome: 'ok',
      value: {
        companyId: '7',
        companyName: '',
        timezone: null,
        baseUtcOffset: null,
        adjustedUtcOffset: null,
      },
    });
  });

  test('When it has no id, then the answer is rejected: nothing would tell one location from another', async () => {
    for (const body of [settings, { ...settings, id: ' ' }, []]) {
      await using acculynx = await acculynxAnswering(json(200, body));
      expect(await acculynx.client.companySettings()).toMatchObject({
        outcome: 'rejected',
        problem: { category: 'UNEXPECTED_SHAPE' },
      });
    }
  });
});
