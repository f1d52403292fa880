import { contactType, maxCandidates } from '@ridgeline/contracts';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { expect, test } from '@jest/globals';
import { contactLookAlikes } from '../objects/contact/look-alikes.ts';
import { matchLookAlikes } from './match-look-alikes.ts';

const inHubspot = (id: number, properties: HubspotRecord['properties']): HubspotRecord => ({
  id: String(id),
  properties,
  createdAt: undefined,
});
const ann = {
  firstname: 'Ann',
  lastname: 'Lee',
  zip: '76701',
  phone: '+15125550143',
  acculynx_contact_id: 'a',
};
const planned = (properties: Record<string, string>) => ({ sourceId: 'a', name: 'Ann Lee', properties });
const match = (properties: Record<string, string>, found: readonly HubspotRecord[]) =>
  matchLookAlikes([planned(properties)], found, { type: contactType, rules: contactLookAlikes });

test('When HubSpot has contacts that are alike, then the most alike comes first, each once, with what is shown of it', () => {
  const byPhone = inHubspot(7, { phone: '512-555-0143', city: '', hs_lead_status: 'NEW' });
  const byBoth = inHubspot(9, { ...ann, acculynx_contact_id: null, phone: '(512) 555-0143' });
  expect(match(ann, [byPhone, byBoth, byBoth])).toEqual([
    {
      sourceId: 'a',
      name: 'Ann Lee',
      values: { firstname: 'Ann', lastname: 'Lee', zip: '76701', phone: '+15125550143' },
      phone: '5125550143',
      candidates: [
        {
          hubspotId: '9',
          likeness: ['phone', 'name'],
          values: { firstname: 'Ann', lastname: 'Lee', zip: '76701', phone: '(512) 555-0143' },
        },
        { hubspotId: '7', likeness: ['phone'], values: { phone: '512-555-0143' } },
      ],
    },
  ]);
});

test('When what was found only has some of the name, or an AccuLynx id of its own, then it is no candidate', () => {
  expect(match(ann, [inHubspot(1, { firstname: 'Ann', lastname: 'Other', zip: '76701' })])).toEqual([]);
  expect(match(ann, [inHubspot(2, { ...ann, acculynx_contact_id: 'b' })])).toEqual([]);
});

test('When only the name is alike, then no phone number is shared', () => {
  expect(match(ann, [inHubspot(3, { firstname: 'ANN', lastname: 'LEE', zip: '76701' })])).toMatchObject([
    { phone: null, candidates: [{ likeness: ['name'] }] },
  ]);
});

test('When very many are alike, then a few of them are kept', () => {
  const many = Array.from({ length: 50 }, (_, id) => inHubspot(id, { phone: '5125550143' }));
  expect(match(ann, many)[0]?.candidates).toHaveLength(maxCandidates);
});
