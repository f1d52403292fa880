import { describe, expect, test } from '@jest/globals';
import type { AddedOptions } from '@ridgeline/contracts/internal';
import { optionLimit } from '@ridgeline/hubspot';
import { planJobs, readAllJobs, writeDeals } from '../testing/deal-run.ts';
import { JobBench } from '../testing/job-bench.ts';
import { optionForecast, optionWriter } from './option-writer.ts';

const open = new AbortController().signal;
const trades = 'acculynx_trades';
const portalId = '4711';

const labelsOf = async (bench: JobBench): Promise<string[]> => {
  const read = await bench.portal.readProperty('deals', trades);
  return read.outcome === 'ok' ? read.value.options.map(({ label }) => label) : [];
};

describe('Options are added to a portal', () => {
  test('When two runs add to one property concurrently, and HubSpot shows changes late, then none is lost', async () => {
    await using bench = await JobBench.start();
    await bench.control.change({ hubspot: { behaviour: { definitionLagMs: [300, 700] } } });
    const before = await labelsOf(bench);
    const writers = [1, 2].map(() => optionWriter({ ...bench.vendors(), locks: bench.locks, portalId }));
    const added = await Promise.all(
      writers.flatMap((write, run) =>
        [1, 2].map((number) => write(trades, [`Trade ${run}-${number}`, 'roofing'], open)),
      ),
    );
    expect(added.flatMap(({ unfit }) => unfit)).toEqual([]);
    const after = await labelsOf(bench);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).toSorted()).toEqual([
      'Trade 0-1',
      'Trade 0-2',
      'Trade 1-1',
      'Trade 1-2',
    ]);
  });

  test('When records refuse a new option for a moment, then they are sent again', async () => {
    await using bench = await JobBench.start();
    await bench.control.change({ hubspot: { behaviour: { recordLagMs: 700 } } });
    const vendors = bench.vendors();
    const options = await bench.prepare(vendors, { strategy: 'ADD_OPTION' });
    const [job] = await readAllJobs(vendors, options);
    if (!job) throw new Error('There is no job');
    const odd = { ...job, tradeTypes: [{ id: 't', name: 'Solar; on the roof' }] };
    const written = await writeDeals(vendors, await planJobs(vendors, options, [odd]));
    expect(written.map(({ result }) => result)).toEqual(['done']);
  });

  test('When the list is full, or HubSpot does not let it be changed, then it is said which do not fit', async () => {
    await using bench = await JobBench.start();
    const client = bench.portal;
    const full = Array.from({ length: optionLimit }, (_, index) => ({
      label: `Option ${index}`,
      value: `o-${index}`,
    }));
    await client.updateOptions('deals', trades, full);
    const write = optionWriter({ ...bench.vendors(), locks: bench.locks, portalId });
    expect((await write(trades, ['New'], open)).unfit).toEqual([{ label: 'New', reason: 'too-many' }]);
    expect((await write('dealstage', ['New'], open)).unfit).toEqual([{ label: 'New', reason: 'read-only' }]);
    await client.updateOptions('deals', trades, []);
    const long = 'x'.repeat(2_000);
    expect((await write(trades, [long], open)).unfit).toEqual([{ label: long, reason: 'too-long' }]);
  });

  test('When a dry run foresees them, then it answers what adding them does, names them, and changes nothing', async () => {
    await using bench = await JobBench.start();
    const before = await labelsOf(bench);
    const noted: string[] = [];
    const reported = { foreseen: [] as AddedOptions[], written: [] as AddedOptions[] };
    const reportTo = (list: AddedOptions[]) => (added: AddedOptions) => {
      list.push(added);
      return Promise.resolve();
    };
    const foresee = optionForecast({
      ...bench.vendors(),
      note: ({ message }) => void noted.push(message),
      onOptions: reportTo(reported.foreseen),
    });
    const onOptions = reportTo(reported.written);
    const write = optionWriter({ ...bench.vendors(), locks: bench.locks, portalId, onOptions });
    const wanted = [['Solar; on the roof', 'x'.repeat(3_000)], ['solar; on the roof'], ['Chimneys']];
    const foreseen = [];
    for (const labels of wanted) foreseen.push(await foresee(trades, labels, open));
    const readOnly = await foresee('dealstage', ['New'], open);
    expect(await labelsOf(bench)).toEqual(before);
    for (const [index, labels] of wanted.entries()) {
      const { property, unfit } = await write(trades, labels, open);
      expect(foreseen[index]?.unfit).toEqual(unfit);
      expect(foreseen[index]?.property.options.map(({ value }) => value)).toEqual(
        property.options.map(({ value }) => value),
      );
    }
    expect(readOnly.unfit).toEqual([{ label: 'New', reason: 'read-only' }]);
    expect(reported.foreseen.map(({ options }) => options)).toEqual([['Solar; on the roof'], ['Chimneys']]);
    expect(reported.written).toEqual(reported.foreseen);
    expect(noted).toEqual([
      expect.stringMatching(/^1 option would be added to the HubSpot property ".+": Solar; on the roof$/),
      expect.stringMatching(/^1 option would be added to the HubSpot property ".+": Chimneys$/),
    ]);
  });
});
