import { describe, expect, test } from '@jest/globals';
import type { HubspotProperty } from '@ridgeline/hubspot';
import { aDefinition } from './testing/a-definition.ts';
import { compareProperties } from './property-comparison.ts';

const unsuitable = (
  needed: ReturnType<typeof aDefinition>,
  { type, fieldType }: Pick<HubspotProperty, 'type' | 'fieldType'>,
): readonly string[] => {
  const { name, label, groupName, hasUniqueValue } = needed;
  return compareProperties([needed], [{ name, label, groupName, hasUniqueValue, type, fieldType }])
    .unsuitable;
};

const kinds = {
  text: { type: 'string', fieldType: 'text' },
  number: { type: 'number', fieldType: 'number' },
  date: { type: 'date', fieldType: 'date' },
  moment: { type: 'datetime', fieldType: 'date' },
  one: { type: 'enumeration', fieldType: 'select' },
  several: { type: 'enumeration', fieldType: 'checkbox' },
  yesOrNo: { type: 'bool', fieldType: 'booleancheckbox' },
} as const;

describe('What kind of property a portal has in place of the needed one', () => {
  test.each(Object.entries(kinds))('When %s is needed, then only the same fits', (kind, definition) => {
    const needed = aDefinition({ name: 'acculynx_x', ...definition });
    for (const [other, existing] of Object.entries(kinds))
      expect(unsuitable(needed, existing)).toHaveLength(other === kind ? 0 : 1);
  });

  test.each([
    ['text', kinds.text, { type: 'string', fieldType: 'textarea' }],
    ['text', kinds.text, { type: 'phone_number', fieldType: 'phonenumber' }],
    ['text', kinds.text, { type: 'string', fieldType: '' }],
    ['one', kinds.one, { type: 'enumeration', fieldType: 'radio' }],
  ])('When %s is needed (%j), then %j fits too', (_kind, definition, existing) => {
    expect(unsuitable(aDefinition({ name: 'acculynx_x', ...definition }), existing)).toEqual([]);
  });

  test.each([
    [kinds.number, kinds.text, 'has the type string, but must be a number'],
    [kinds.date, kinds.moment, 'has the type datetime, but must be a date'],
    [kinds.moment, kinds.date, 'has the type date, but must be a date with a time'],
    [kinds.one, kinds.several, 'takes several options, but must take one'],
    [kinds.several, kinds.one, 'takes one option, but must take several'],
    [kinds.one, kinds.text, 'has the type string, but must be a list of options'],
    [kinds.yesOrNo, kinds.one, 'has the type enumeration, but must be a checkbox'],
    [kinds.text, { type: 'string', fieldType: 'file' }, 'has the field type file, but must be a text'],
  ])(
    'When %j is needed and %j is there, then it says what it is and must be',
    (definition, existing, text) => {
      expect(unsuitable(aDefinition({ name: 'acculynx_x', ...definition }), existing)).toEqual([
        `The HubSpot property "acculynx_x" ${text}`,
      ]);
    },
  );
});
