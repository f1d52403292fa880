import { describe, expect, test } from '@jest/globals';
import fc from '@ridgeline/testkit/property';
import { optionLimit, withOptions, type PropertyOption } from './options.ts';
import { takesOptions } from './properties.ts';
import { hubspotAnswering, json } from './testing/hubspot-answering.ts';

const existing: PropertyOption[] = [
  { label: 'Asphalt Shingle', value: 'asphalt', displayOrder: 4, hidden: true, description: 'x' },
  { label: 'Tile', value: 'TILE', displayOrder: -1, hidden: false },
];

describe('Options are added to an enumeration', () => {
  test('When labels are there in another case, by label or by value, then nothing is added', () => {
    const { options, added, valueOf } = withOptions(existing, ['ASPHALT shingle ', 'asphalt', 'tile', ' ']);
    expect(options).toEqual(existing);
    expect(added).toEqual([]);
    expect([...valueOf]).toEqual([
      ['ASPHALT shingle ', 'asphalt'],
      ['asphalt', 'asphalt'],
      ['tile', 'TILE'],
    ]);
  });

  test('When labels are missing, then each is added once, behind what is there and in the next places', () => {
    const { options, added, valueOf } = withOptions(existing, ['Slate; grey', ' metal ', 'METAL']);
    expect(options.slice(0, 2)).toEqual(existing);
    expect(added).toEqual([
      { label: 'Slate; grey', value: 'Slate grey', displayOrder: 5, hidden: false },
      { label: 'metal', value: 'metal', displayOrder: 6, hidden: false },
    ]);
    expect(valueOf.get('METAL')).toBe('metal');
  });

  test('When a value would be one that is there, then it gets a number', () => {
    const { added } = withOptions([{ label: 'Other', value: 'Slate grey' }], ['slate;grey', 'slate ;grey']);
    expect(added.map(({ value }) => value)).toEqual(['slate grey 2', 'slate grey 3']);
  });

  test('When there is no room, or a label is too long, then that is reported and the others stay', () => {
    const full = Array.from({ length: optionLimit - 1 }, (_, index): PropertyOption => {
      const name = `o-${String(index)}`;
      return { label: name, value: name, displayOrder: index, hidden: false };
    });
    const long = 'x'.repeat(1_501);
    const { options, unfit, valueOf } = withOptions(full, [long, 'first', 'second', 'o-7']);
    expect(options).toHaveLength(optionLimit);
    expect(unfit).toEqual([
      { label: long, reason: 'too-long' },
      { label: 'second', reason: 'too-many' },
    ]);
    expect([...valueOf]).toEqual([
      ['first', 'first'],
      ['o-7', 'o-7'],
    ]);
  });

  test('Whatever is wanted: nothing that is there changes, values stay apart, and a second time adds nothing', () => {
    const label = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('a;b', 'A b', 'a b', ';', '; ;'));
    fc.assert(
      fc.property(fc.array(label), fc.array(label), (first, then) => {
        const before = withOptions([], first).options;
        const { options, valueOf } = withOptions(before, then);
        expect(options.slice(0, before.length)).toEqual(before);
        const values = options.map(({ value }) => value.toLowerCase());
        expect(new Set(values).size).toBe(values.length);
        for (const option of options) expect(option.value).toMatch(/^[^;]+$/);
        for (const wanted of then) expect(valueOf.has(wanted)).toBe(wanted.trim() !== '');
        expect(withOptions(options, then).added).toEqual([]);
      }),
    );
  });
});

describe('An enumeration is read and changed', () => {
  const property = {
    name: 'roof material/x',
    label: 'Roof',
    type: 'enumeration',
    fieldType: 'select',
    options: existing,
    modificationMetadata: { archivable: true, readOnlyDefinition: false, readOnlyValue: false },
  };

  test('When options are written back, then the whole list goes as it was read', async () => {
    await using hubspot = await hubspotAnswering(json(200, property));
    const read = await hubspot.client.readProperty('deals', property.name);
    if (read.outcome !== 'ok') throw new Error(read.outcome);
    expect(read.value.options).toEqual(existing);
    expect(takesOptions(read.value)).toBe(true);
    await hubspot.client.updateOptions('deals', property.name, read.value.options);
    expect(hubspot.seen).toMatchObject([
      { method: 'GET', url: '/crm/properties/2026-03/deals/roof%20material%2Fx' },
      { method: 'PATCH', body: { options: existing } },
    ]);
  });

  test('When options come from elsewhere or may not be changed, then none are added', async () => {
    for (const change of [
      { type: 'string' },
      { calculated: true },
      { externalOptions: true },
      { modificationMetadata: { readOnlyDefinition: true } },
      { modificationMetadata: { readOnlyOptions: true } },
      { name: 'dealstage' },
    ]) {
      await using hubspot = await hubspotAnswering(json(200, { ...property, ...change }));
      const read = await hubspot.client.readProperty('deals', 'x');
      expect(read.outcome === 'ok' && takesOptions(read.value)).toBe(false);
    }
  });
});
