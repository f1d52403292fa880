import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
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
  test('Everything that was there all the time is over once, nothing is counted twice, and what AccuLynx counts now is told', async () => {
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
        expect(pipeline.countedBySource).toBe(list.length);
      }),
      { numRuns: 40 },
    );
  });
});
