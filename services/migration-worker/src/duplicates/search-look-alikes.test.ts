import { problemOf, type RecordSearch } from '@ridgeline/hubspot';
import { expect, test } from '@jest/globals';
import type { ComparedValues } from '../object-migration/look-alike-rules.ts';
import { searchLookAlikes, type Search } from './search-look-alikes.ts';

const rules = {
  properties: ['phone'],
  searchFor: (records: readonly ComparedValues[]) => [
    [{ property: 'phone', values: records.map(({ phone }) => phone ?? '') }],
  ],
};
const records = Array.from({ length: 100 }, (_, index) => ({ phone: String(index) }));
const sizeOf = ({ groups }: RecordSearch): number => groups[0]?.[0]?.values.length ?? 0;
const rejected = { outcome: 'rejected', problem: problemOf(400, { message: 'too many values' }) } as const;
const page = (next: string | null): Awaited<ReturnType<Search>> => ({
  outcome: 'ok',
  value: { results: [], next },
});

/** The requests of a search to a HubSpot that gives these answers. */
async function sent(answer: (search: RecordSearch) => Awaited<ReturnType<Search>>) {
  const searches: RecordSearch[] = [];
  const found = await searchLookAlikes(records, rules, (search) => {
    searches.push(search);
    return Promise.resolve(answer(search));
  });
  return { found, sizes: searches.map(sizeOf), afters: searches.map(({ after }) => after) };
}

test('When HubSpot takes fewer values than a pack has, then the pack is halved until it does', async () => {
  const { found, sizes } = await sent((search) => (sizeOf(search) > 50 ? rejected : page(null)));
  expect(sizes).toEqual([100, 50, 50]);
  expect(found).toEqual({ outcome: 'ok', value: { records: [], isCut: false } });
});

test('When HubSpot takes none, then that is answered soon', async () => {
  const { found, sizes } = await sent(() => rejected);
  expect(found).toBe(rejected);
  expect(sizes).toEqual([100, 50, 25]);
});

test('When there are further pages, then a limited number is read, and the result says that there are more', async () => {
  expect((await sent(({ after }) => page(after === undefined ? '200' : null))).afters).toEqual([
    undefined,
    '200',
  ]);
  const { found, afters } = await sent(() => page('200'));
  expect(afters).toHaveLength(5);
  expect(found).toMatchObject({ value: { isCut: true } });
});
