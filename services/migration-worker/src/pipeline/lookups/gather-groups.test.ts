import { describe, expect, test } from '@jest/globals';
import { chunk } from '../../base/collections.ts';
import { gatherGroups } from './gather-groups.ts';
import { aParcel } from '../testing/a-run.ts';

/** `total` records in pages of 50, as the reader hands them on. */
async function* pages(total: number) {
  for (let from = 0; from < total; from += 50)
    yield await Promise.resolve(
      Array.from({ length: Math.min(50, total - from) }, (_, offset) => ({
        record: aParcel(from + offset),
        cursor: {
          pass: 1,
          last: { position: from + offset, id: `c-${String(from + offset)}` },
          found: from + offset + 1,
          startIndex: 'page' as const,
          count: total,
          tail: null,
          head: null,
          shifted: false,
          shiftedBefore: false,
        },
      })),
    );
}

async function sizesOf(total: number, batchSize: number): Promise<number[]> {
  const sizes: number[] = [];
  for await (const group of gatherGroups(pages(total), batchSize)) sizes.push(group.length);
  return sizes;
}

describe('Records are looked up in groups', () => {
  test.each([
    [1, [100, 100, 37]],
    [30, [90, 90, 57]],
    [50, [100, 100, 37]],
    [60, [60, 60, 60, 57]],
    [100, [100, 100, 37]],
  ])(
    'When batches hold %i, then a group holds whole batches and a hundred at the most',
    async (batchSize, sizes) => {
      expect(await sizesOf(237, batchSize)).toEqual(sizes);
    },
  );

  test('When there is nothing, then there is no group', async () => {
    expect(await sizesOf(0, 50)).toEqual([]);
  });

  test('When a group is given, then each record has the cursor behind itself', async () => {
    const groups: (readonly { source: { id: string }; cursor: unknown }[])[] = [];
    for await (const group of gatherGroups(pages(130), 50)) groups.push(group);
    for (const { source, cursor } of groups.flat()) expect(cursor).toMatchObject({ last: { id: source.id } });
    expect(groups.flat()).toHaveLength(130);
  });

  test('When a group is cut, then all parts but the last one are full and nothing is lost', () => {
    expect(chunk([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunk([], 2)).toEqual([]);
  });
});
