import { describe, expect, test } from '@jest/globals';
import { recordKinds } from './kinds.ts';
import { acculynxUrl, hubspotPropertiesUrl, hubspotRecordUrl, hubspotSearchUrl } from './vendor-links.ts';

const portal = { hubSpotPortalId: '244', hubspotObjectIds: { parcels: '2-4711' } };

describe('Links into the two systems', () => {
  test('Each kind leads to its own pages, and an association to none', () => {
    const links = Object.fromEntries(
      recordKinds.map(({ name }) => [name, [acculynxUrl(name, 'a b'), hubspotRecordUrl(portal, name, '7')]]),
    );
    const deal = 'https://app.hubspot.com/contacts/244/record/0-3/7';
    expect(links).toEqual({
      contact: [
        'https://my.acculynx.com/contacts/a%20b/overview',
        'https://app.hubspot.com/contacts/244/record/0-1/7',
      ],
      job: ['https://my.acculynx.com/jobs/a%20b', deal],
      dead_lead: ['https://my.acculynx.com/jobs/a%20b', deal],
      job_contact: [null, null],
    });
  });

  test('A kind that is not known here, a record without an id of AccuLynx and a portal without an id have none', () => {
    expect(acculynxUrl('invoice', 'a')).toBeNull();
    expect(acculynxUrl('contact', 'unreadable/1')).toBeNull();
    const none = { ...portal, hubSpotPortalId: null };
    for (const [of, kind] of [[portal, 'invoice'] as const, [none, 'job'] as const])
      expect([
        hubspotRecordUrl(of, kind, '7'),
        hubspotSearchUrl(of, kind, 'Roof'),
        hubspotPropertiesUrl(of, kind),
      ]).toEqual([null, null, null]);
  });
});
