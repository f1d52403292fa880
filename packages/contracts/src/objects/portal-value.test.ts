import { expect, test } from '@jest/globals';
import { portalProblem, portalPropertySchema, type PortalProperty } from './portal-value.ts';
import { propertiesOfGroup } from './property-definition.ts';

const of = propertiesOfGroup('test');
const city = of.text('city', 'City');
const one = of.choice(['one', 'One'], ['Roofing']);
const many = of.choice(['many', 'Many'], ['Roofing'], 'checkbox');

const inPortal = (fieldType: string, ...labels: string[]): PortalProperty => ({
  ...{ name: 'x', type: 'enumeration', fieldType },
  options: labels.map((label, index) => ({ label, value: `v${String(index)}` })),
});
const text: PortalProperty = { name: 'x', type: 'string', fieldType: 'text', options: [] };

test.each([
  [one, inPortal('select', 'Roofing', 'Siding'), 'siding '],
  [one, inPortal('select', 'Roofing', 'Siding'), 'v1'],
  [many, inPortal('checkbox', 'Roofing', 'Siding'), 'Siding; Roofing;'],
  [city, text, 'Anything goes'],
  [city, inPortal('select', 'Austin'), 'Austin'],
] as const)(
  'When the portal can take a value, then nothing speaks against it',
  (definition, portal, value) => {
    expect(portalProblem(definition, portal, value)).toBeNull();
  },
);

test.each([
  [one, undefined, 'Roofing', 'Roofing', /lacks this property/],
  [one, inPortal('select', 'Roofing'), 'Rofing', 'Rofing', /options \(Roofing\)/],
  [one, inPortal('select'), 'Roofing', 'Roofing', /no options/],
  [many, inPortal('checkbox', 'Roofing'), 'Roofing; Moats', 'Moats', /options \(Roofing\)/],
  // The property as the portal's users have changed it is what counts.
  [many, inPortal('select', 'Roofing', 'Siding'), 'Roofing;Siding', 'Roofing;Siding', /one option only/],
  [city, inPortal('select', 'Austin'), 'Astin', 'Astin', /options \(Austin\)/],
  [city, { ...text, type: 'number' }, 'Austin', 'Austin', /Enter a number/],
] as const)(
  'When the portal cannot take a value, then it is named, with what to do',
  (definition, portal, value, named, advice) => {
    expect(portalProblem(definition, portal, value)).toEqual({
      value: named,
      advice: expect.stringMatching(advice),
    });
  },
);

test('When a list is long, then ten options are named, and how many more there are', () => {
  const labels = Array.from({ length: 12 }, (_, index) => `Option ${String(index)}`);
  expect(portalProblem(one, inPortal('select', ...labels), 'x')?.advice).toMatch(/Option 9, 2 more\)/);
});

test('When HubSpot has a type that is not known, then it counts as text', () => {
  const property = { name: 'phone', type: 'phone_number', fieldType: 'phonenumber', options: [] };
  expect(portalPropertySchema.parse(property).type).toBe('string');
});
