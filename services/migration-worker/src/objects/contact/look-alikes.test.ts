import { describe, expect, test } from '@jest/globals';
import type { ComparedValues } from '../../object-migration/look-alike-rules.ts';
import { contactLookAlikes } from './look-alikes.ts';

const keysOf = (values: ComparedValues) => contactLookAlikes.keysOf(values);
const searchFor = (records: readonly ComparedValues[]) => contactLookAlikes.searchFor(records);
const phonesOf = (phone: string): string[] => keysOf({ phone }).map(({ value }) => value);

describe('What a contact is recognized by', () => {
  test.each([
    ['+15125550143', '5125550143'],
    ['(512) 555-0143', '5125550143'],
    ['512.555.0143 ext. 12', '5125550143'],
    ['1-512-555-0143 x7', '5125550143'],
    ['+44 20 7946 0958', '2079460958'],
  ])('When its number is written %s, then it is %s', (written, digits) => {
    expect(phonesOf(written)).toEqual([digits]);
  });

  test.each(['555-0143', '', '000-000-0000', '(512) 555-5555'])(
    'When its number is %s, then it tells no one apart',
    (written) => {
      expect(phonesOf(written)).toEqual([]);
    },
  );

  test('When both numbers are the same, then it counts once', () => {
    expect(keysOf({ phone: '+15125550143', mobilephone: '512 555 0143' })).toHaveLength(1);
  });

  test('When name and postal code are known, then case, blanks and the end of a ZIP+4 do not count', () => {
    const [key] = keysOf({ firstname: 'Ann', lastname: ' Lee', zip: '76701-1234' });
    expect(key?.likeness).toBe('name');
    expect(keysOf({ firstname: 'ANN ', lastname: 'lee', zip: '76701' })).toEqual([key]);
    expect(keysOf({ firstname: 'Ann', lastname: 'Lee', zip: '76702' })).not.toEqual([key]);
    expect(keysOf({ lastname: 'Lee', zip: '76701' })).toEqual([]);
  });
});

test('When contacts are searched for, then HubSpot gets each value once, and no filter without values', () => {
  const ann = { firstname: 'Ann', lastname: 'Lee', zip: '76701-1234', phone: '+15125550143' };
  expect(searchFor([ann, { ...ann, mobilephone: '5125550144' }])).toEqual([
    [{ property: 'hs_searchable_calculated_phone_number', values: ['5125550143', '5125550144'] }],
    [{ property: 'hs_searchable_calculated_mobile_number', values: ['5125550143', '5125550144'] }],
    [
      { property: 'lastname', values: ['lee'] },
      { property: 'firstname', values: ['ann'] },
      { property: 'zip', values: ['76701-1234', '76701'] },
    ],
  ]);
  expect(searchFor([{ phone: '5125550143' }])).toHaveLength(2);
  expect(searchFor([{ lastname: 'Lee' }])).toEqual([]);
});
