import { describe, expect, test } from '@jest/globals';
import { writeInParts, type WriteOptions } from './add-options.ts';
import { dealProperties } from '@ridgeline/contracts';
import { problemOf } from './hubspot-problem.ts';
import type { PropertyOption } from './options.ts';
import { propertyDetailsSchema } from './properties.ts';

const property = propertyDetailsSchema.parse(dealProperties.find(({ name }) => name === 'acculynx_category'));
const names = (count: number) => Array.from({ length: count }, (_, index) => `New ${String(index)}`);
const labels = (options: readonly PropertyOption[]) => options.map(({ label }) => label);

/** A portal that rejects every list with one of these labels, with this status. */
function aPortal(culprits: readonly string[], status = 400) {
  const lists: (readonly string[])[] = [];
  const write: WriteOptions = (options) => {
    lists.push(labels(options));
    return Promise.resolve(
      options.some(({ label }) => culprits.includes(label))
        ? { outcome: 'rejected', problem: problemOf(status, { category: 'VALIDATION_ERROR' }) }
        : { outcome: 'ok', value: property },
    );
  };
  return { write, lists };
}

describe('New options are added to what a property has', () => {
  test('When HubSpot takes the list, then one call is enough', async () => {
    const { write, lists } = aPortal([]);
    const added = await writeInParts(property, names(40), { write, maxWrites: 20 });
    expect(labels(added.property.options)).toEqual([...labels(property.options), ...names(40)]);
    expect([added.unfit, lists.length]).toEqual([[], 1]);
  });

  test('When HubSpot refuses the list for one of them, then that one is left out, and the others are added in a few calls', async () => {
    const { write, lists } = aPortal(['New 71']);
    const added = await writeInParts(property, names(100), { write, maxWrites: 20 });
    expect(added.unfit).toEqual([{ label: 'New 71', reason: 'refused' }]);
    const others = names(100).filter((name) => name !== 'New 71');
    expect(labels(added.property.options)).toEqual([...labels(property.options), ...others]);
    expect(lists.at(-1)).toEqual(labels(added.property.options));
    expect(lists.length).toBeLessThanOrEqual(15);
    // HubSpot replaces the list with what is sent, so every call includes the existing options.
    for (const list of lists) expect(list).toEqual(expect.arrayContaining(labels(property.options)));
  });

  test('When HubSpot refuses every list, then it is not asked for each option', async () => {
    const { write, lists } = aPortal(names(200));
    const added = await writeInParts(property, names(200), { write, maxWrites: 20 });
    expect(added.property).toBe(property);
    expect(added.unfit.map(({ label }) => label).toSorted()).toEqual(names(200).toSorted());
    expect(lists.length).toBe(20);
  });

  test('When the refusal is about the call itself, then it stands for all', async () => {
    const { write, lists } = aPortal(['New 1'], 404);
    const added = await writeInParts(property, names(8), { write, maxWrites: 20 });
    expect(added.unfit).toEqual(names(8).map((label) => ({ label, reason: 'refused' })));
    expect(lists.length).toBe(1);
  });
});
