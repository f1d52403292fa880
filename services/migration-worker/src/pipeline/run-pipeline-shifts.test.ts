import { describe, expect, test } from '@jest/globals';
import fc from '@ridgeline/testkit/property';
import { aParcel, aRun } from './testing/a-run.ts';
import { outcomesOf, pageOf } from './testing/start-run.ts';

/** What happens to the list right before one of the answers. */
const shift = fc.record({
  call: fc.integer({ min: 1, max: 12 }),
  kind: fc.constantFrom('insert' as const, 'delete' as const),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});
const shifts = fc.uniqueArray(shift, { selector: ({ call }) => call, maxLength: 4 });

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

describe('AccuLynx shifts while a run reads it', () => {
  test('Everything that was there all the time is copied once, nothing is counted twice, and the current count of AccuLynx is reported', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 101, max: 330 }), shifts, async (total, shifting) => {
        const list = Array.from({ length: total }, (_, index) => aParcel(index));
        const steady = new Set(idsOf(list));
        let next = total;
        let calls = 0;
        const { pipeline, target, reported } = aRun({
          total: 0,
          settings: { batchSize: 50 },
          page: (index) => {
            calls += 1;
            for (const { kind, at } of shifting.filter(({ call }) => call === calls)) {
              const place = Math.floor(at * list.length);
              if (kind === 'insert') list.splice(place, 0, aParcel(next++));
              else for (const { id } of list.splice(place, 1)) steady.delete(id);
            }
            return Promise.resolve(pageOf(list, index));
          },
        });
        await pipeline.run();
        const outcomes = outcomesOf(reported).map(({ sourceId }) => sourceId);
        const over = target.records.map(({ properties }) => properties['parcel_id'] ?? '');
        expect(new Set(outcomes).size).toBe(outcomes.length);
        expect([...over].sort()).toEqual([...outcomes].sort());
        expect([...steady].filter((id) => !over.includes(id))).toEqual([]);
        expect(pipeline.plannedRecords).toBe(outcomes.length);
        const { countedBySource, foundAtEnd, heldStill } = pipeline.sourceAccount;
        expect(countedBySource).toBe(list.length);
        if (heldStill) expect(foundAtEnd).toBe(list.length);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ['in front', 0],
    ['at the end', 100],
  ])('When as many come %s as go while it is written, then they are over too', async (_, place) => {
    const list = Array.from({ length: 100 }, (_parcel, index) => aParcel(index));
    const { pipeline, target } = aRun({
      total: 0,
      settings: { batchSize: 50 },
      page: (index) => Promise.resolve(pageOf(list, index)),
    });
    let written = 0;
    target.before = ({ kind }) => {
      if (kind === 'upsert' && (written += 1) === 2) {
        list.splice(place, 0, aParcel(200), aParcel(201));
        list.splice(place === 0 ? 2 : 0, 2);
      }
      return Promise.resolve();
    };
    await pipeline.run();
    const over = target.records.map(({ properties }) => properties['parcel_id'] ?? '');
    expect(idsOf(list).filter((id) => !over.includes(id))).toEqual([]);
    expect(pipeline.sourceAccount).toEqual({
      read: 102,
      countedBySource: 100,
      foundAtEnd: 100,
      heldStill: true,
    });
  });

  test('When it keeps changing, then the run still ends, and says so', async () => {
    const list = Array.from({ length: 60 }, (_, index) => aParcel(index));
    let next = 60;
    const { pipeline, pagesAsked } = aRun({
      total: 0,
      settings: { batchSize: 50 },
      page: (index) => {
        list.unshift(aParcel(next++));
        list.pop();
        return Promise.resolve(pageOf(list, index));
      },
    });
    await pipeline.run();
    expect(pipeline.sourceAccount).toMatchObject({ countedBySource: 60, heldStill: false });
    expect(pagesAsked.length).toBeLessThan(100);
  });
});
