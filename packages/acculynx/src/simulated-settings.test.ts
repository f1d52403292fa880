import { describe, expect, test } from '@jest/globals';
import type { AcculynxClient } from './acculynx-client.ts';
import { simulatedAcculynx } from './testing/simulated-acculynx.ts';

const lists = [
  ['contact-types', 'contactTypes'],
  ['work-types', 'workTypes'],
  ['trade-types', 'tradeTypes'],
  ['job-categories', 'jobCategories'],
  ['insurance-companies', 'insuranceCompanies'],
  ['lead-sources', 'leadSources'],
] as const;

type List = (typeof lists)[number][1];
const read = async (client: AcculynxClient, list: List) => {
  const outcome = await client[list]();
  return outcome.outcome === 'ok' ? outcome.value : [];
};

describe('The simulated settings are read', () => {
  for (const [list, call] of lists) {
    test(`When there are 120 ${list}, then all are read, each once, with id and name`, async () => {
      await using acculynx = await simulatedAcculynx();
      acculynx.settings.resize(list, 120);
      const rows = await read(acculynx.client, call);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(120);
      expect(rows.every(({ name }) => name !== null && name.length > 3)).toBe(true);
    });

    test(`When there are no ${list}, then the list is empty`, async () => {
      await using acculynx = await simulatedAcculynx();
      acculynx.settings.resize(list, 0);
      expect(await acculynx.client[call]()).toEqual({ outcome: 'ok', value: [] });
    });
  }

  for (const [quirks, calls] of [
    // As documented, only the pages cost calls: 4 for each of the 6 lists.
    [{ settingsStartIndex: 'record', contactsStartIndex: 'page' }, 24],
    // One more call detects that the start counts the other thing.
    [{ settingsStartIndex: 'page', contactsStartIndex: 'record' }, 30],
  ] as const)
    test(`When the start counts what ${JSON.stringify(quirks)} says, then all rows are read`, async () => {
      await using acculynx = await simulatedAcculynx();
      acculynx.simulation.change({ acculynx: { quirks } });
      for (const [list, call] of lists) {
        acculynx.settings.resize(list, 170);
        expect(await read(acculynx.client, call)).toHaveLength(170);
      }
      expect(acculynx.simulation.log.total).toBe(calls);
    });

  test('When the start is ignored, then the first page is had, and reading ends', async () => {
    await using acculynx = await simulatedAcculynx();
    acculynx.simulation.change({ acculynx: { quirks: { settingsStartIndex: 'ignored' } } });
    acculynx.settings.resize('trade-types', 170);
    expect(await read(acculynx.client, 'tradeTypes')).toHaveLength(50);
    expect(acculynx.simulation.log.total).toBe(3);
  });

  test('When ids are spelled in the documented way, then they are read the same', async () => {
    await using acculynx = await simulatedAcculynx();
    const live = await acculynx.client.tradeTypes();
    acculynx.simulation.change({ acculynx: { quirks: { tradeTypeKey: 'tradeId', companyIdKey: 'id' } } });
    expect(await acculynx.client.tradeTypes()).toEqual(live);
    expect(live).toMatchObject({ value: [{ name: 'Roofing' }, {}, {}, {}, {}, {}] });
  });

  test('When ids are numbers, then they are texts', async () => {
    await using acculynx = await simulatedAcculynx();
    expect((await read(acculynx.client, 'workTypes'))[0]).toEqual({ id: '11', name: 'Insurance' });
    expect((await read(acculynx.client, 'jobCategories'))[0]).toEqual({ id: '1', name: 'Residential' });
  });

  test('When states are asked for, then those of every country of the location are read', async () => {
    await using acculynx = await simulatedAcculynx();
    const states = await acculynx.client.states();
    expect(states.outcome === 'ok' && states.value).toHaveLength(64);
    expect(states).toMatchObject({ value: expect.arrayContaining([{ id: '43', name: 'Texas' }]) });
    expect(acculynx.simulation.log.list().map(({ path }) => path.split('/countries')[1])).toEqual([
      '',
      '/1/states',
      '/1/states',
      '/2/states',
    ]);
  });

  test('When the location is asked for, then it tells its id, name, zone and offsets', async () => {
    await using acculynx = await simulatedAcculynx();
    for (const companyIdKey of ['both', 'id', 'companyId'] as const) {
      acculynx.simulation.change({ acculynx: { quirks: { companyIdKey } } });
      expect(await acculynx.client.companySettings()).toEqual({
        outcome: 'ok',
        value: {
          companyId: acculynx.simulation.company('ridge')?.locationId,
          companyName: 'ridge Roofing',
          timezone: expect.stringMatching(/ Standard Time$/),
          baseUtcOffset: expect.stringMatching(/^-\d\d:00:00$/),
          adjustedUtcOffset: expect.stringMatching(/^-\d\d:00:00$/),
        },
      });
    }
  });
});
