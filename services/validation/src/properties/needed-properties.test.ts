import { expect, test } from '@jest/globals';
import { contactProperties, dealProperties, hubspotContacts, hubspotDeals } from '@ridgeline/contracts';
import { neededBy } from './needed-properties.ts';

test('When two kinds become deals, then deals are needed once, with each property once', () => {
  const [first, second] = dealProperties;
  if (!first || !second) throw new Error('Deals have two properties');
  const needed = neededBy([
    { hubspotObject: hubspotDeals, properties: [first, second] },
    { hubspotObject: hubspotContacts, properties: contactProperties },
    { hubspotObject: hubspotDeals, properties: [second] },
  ]);
  expect(needed).toEqual([
    { object: hubspotDeals, properties: [first, second] },
    { object: hubspotContacts, properties: contactProperties },
  ]);
});
