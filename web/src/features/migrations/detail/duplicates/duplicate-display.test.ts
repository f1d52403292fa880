import { describe, expect, test } from '@jest/globals';
import { answerText, comparedValues } from './duplicate-display.ts';

const candidate = {
  hubspotId: '7',
  likeness: ['phone' as const],
  values: { firstname: 'ANN ', phone: '(402) 555-0100' },
};
const duplicate = {
  kind: 'contact',
  values: { firstname: 'Ann', lastname: 'Lee', phone: '+1 402-555-0100' },
  candidates: [candidate, { ...candidate, hubspotId: '8', values: { city: 'Waco' } }],
};

describe('The values of a record beside those of a candidate', () => {
  test('When both sides have them, then case, blanks and the form of a number make no difference', () => {
    const same = comparedValues(duplicate, candidate).filter((one) => one.same);
    expect(same.map(({ label }) => label)).toEqual(['First Name', 'Phone Number']);
  });

  test('When one side has none, then it is empty and not the same; every candidate has the same rows', () => {
    const values = comparedValues(duplicate, { values: {} });
    expect(values.map(({ property }) => property)).toEqual(['firstname', 'lastname', 'phone', 'city']);
    expect(values.every(({ target, same }) => target === null && !same)).toBe(true);
    expect(comparedValues(duplicate, candidate)[3]).toMatchObject({
      source: null,
      target: null,
      same: false,
    });
  });

  test('When one has a ZIP+4, then its first five digits count', () => {
    const about = { ...duplicate, values: { zip: '76701-1234' }, candidates: [] };
    expect(comparedValues(about, { values: { zip: '76701' } })[0]).toMatchObject({
      property: 'zip',
      same: true,
    });
  });

  test('When two texts differ, then digits in them do not make them the same', () => {
    const at = (address: string) => ({ ...candidate, values: { address } });
    const about = { ...duplicate, values: { address: '1 Main 4025550100' }, candidates: [] };
    expect(comparedValues(about, at('2 Main 4025550100'))[0]?.same).toBe(false);
  });
});

test('When a record was answered, then the word of HubSpot for its kind is used', () => {
  expect(answerText({ decision: 'same' }, 'contact')).toBe('The same as a HubSpot contact');
  expect(answerText({ decision: 'different' }, 'job')).toBe('Different from these HubSpot deals');
  expect(answerText({ decision: 'same' }, 'unheard')).toBe('The same as a HubSpot record');
});
