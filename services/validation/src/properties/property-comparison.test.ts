import { contactProperties, dealProperties } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import { type HubspotProperty } from '@ridgeline/hubspot';
import { compareProperties } from './property-comparison.ts';

const portalHas = (changes: Partial<HubspotProperty> & { name: string }): HubspotProperty[] =>
  contactProperties.map((property) =>
    property.name === changes.name ? { ...property, ...changes } : property,
  );

describe("A portal's properties against those that are needed", () => {
  test('When all are there, then all are validated, whatever else the portal has', () => {
    const shoeSize = { name: 'shoe_size', label: '', type: 'number', fieldType: 'number', groupName: '' };
    const existing = [...portalHas({ name: 'email' }), { ...shoeSize, hasUniqueValue: false }];

    expect(compareProperties(contactProperties, existing)).toMatchObject({
      missing: [],
      unsuitable: [],
      validated: contactProperties.length,
    });
  });

  test('When one is missing, then it is named and the others are validated', () => {
    const existing = portalHas({ name: 'acculynx_contact_id' }).filter(
      ({ name }) => name !== 'acculynx_contact_id',
    );
    const { missing, validated } = compareProperties(contactProperties, existing);

    expect(missing.map(({ name }) => name)).toEqual(['acculynx_contact_id']);
    expect(validated).toBe(contactProperties.length - 1);
  });

  test('When the source id exists without unique values, then it says so and how to fix it', () => {
    const existing = portalHas({ name: 'acculynx_contact_id', hasUniqueValue: false });
    const { unsuitable, missing } = compareProperties(contactProperties, existing);

    expect(missing).toEqual([]);
    expect(unsuitable).toEqual([
      expect.stringMatching(/"acculynx_contact_id".*unique values.*rename or delete/),
    ]);
  });

  test('When a property has another type, then it says which', () => {
    const { unsuitable } = compareProperties(contactProperties, portalHas({ name: 'city', type: 'number' }));

    expect(unsuitable).toEqual([expect.stringMatching(/"city".*number/)]);
  });

  const deals = (name: string, change: Partial<HubspotProperty>): HubspotProperty[] =>
    dealProperties.map((property) => (property.name === name ? { ...property, ...change } : property));

  test('When a property of deals cannot hold what is written, then it says what it must be', () => {
    expect(compareProperties(dealProperties, deals('amount', {})).unsuitable).toEqual([]);
    for (const [name, change, words] of [
      ['acculynx_created_at', { type: 'date' }, /date, but must be a date with a time/],
      ['acculynx_trades', { type: 'string' }, /string, but must be a list of options/],
      ['acculynx_trades', { fieldType: 'select' }, /takes one option, but must take several/],
    ] as const)
      expect(compareProperties(dealProperties, deals(name, change)).unsuitable).toEqual([
        expect.stringMatching(words),
      ]);
  });

  test("When the portal keeps phones in HubSpot's newer phone type, then that is a text too", () => {
    const { unsuitable } = compareProperties(
      contactProperties,
      portalHas({ name: 'phone', type: 'phone_number' }),
    );

    expect(unsuitable).toEqual([]);
  });
});
