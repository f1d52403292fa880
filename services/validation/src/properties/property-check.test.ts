import { describe, expect, test } from '@jest/globals';
import {
  contactProperties,
  dealProperties,
  type HubspotObject,
  type HubspotOutcome,
  type HubspotProblem,
  type HubspotProperty,
} from '@ridgeline/hubspot';
import { checkProperties, type PropertyClient } from './property-check.ts';

const ok = <Value>(value: Value): HubspotOutcome<Value> => ({ outcome: 'ok', value });
const builtIn = contactProperties.filter(({ groupName }) => groupName === 'contactinformation');
const builtInDeals = dealProperties.filter(({ groupName }) => groupName === 'dealinformation');
const ownDeals = dealProperties.flatMap(({ name, groupName }) => (groupName === 'ridgeline' ? name : []));
const ownCount = contactProperties.length - builtIn.length + ownDeals.length;
const problem = (category: string): HubspotProblem => ({
  status: 207,
  category,
  message: 'in the words of HubSpot',
  subCategory: null,
  correlationId: null,
  properties: [],
  existingId: null,
  traceIds: [],
  ids: [],
});

/** A portal that lists new properties only after some more looks at it, as HubSpot does. */
class PortalFake implements PropertyClient {
  readonly calls: string[] = [];
  readonly listed: Record<HubspotObject, HubspotProperty[]> = {
    contacts: [...builtIn],
    deals: [...builtInDeals],
  };
  readonly #pending: { object: HubspotObject; properties: readonly HubspotProperty[]; looks: number }[] = [];
  looksUntilListed = 0;
  problems: HubspotProblem[] = [];

  listProperties: PropertyClient['listProperties'] = (object) => {
    this.calls.push(`list ${object}`);
    for (const entry of this.#pending)
      if (entry.object === object && entry.looks-- === 0) this.listed[object].push(...entry.properties);
    return Promise.resolve(ok([...this.listed[object]]));
  };

  createPropertyGroup: PropertyClient['createPropertyGroup'] = (object) => {
    this.calls.push(`group ${object}`);
    return Promise.resolve(ok({}));
  };

  createProperties: PropertyClient['createProperties'] = (object, definitions) => {
    this.calls.push(`create ${object}: ${definitions.map(({ name }) => name).join(', ')}`);
    this.#pending.push({ object, properties: definitions, looks: this.looksUntilListed });
    return Promise.resolve(ok({ created: definitions.map(({ name }) => name), problems: this.problems }));
  };
}

const check = (portal: PropertyClient, create: boolean, readableWithinMs = 5_000) =>
  checkProperties(portal, { create, signal: new AbortController().signal, readableWithinMs });

describe('The check of the HubSpot properties', () => {
  test('When properties are missing and only a check is asked for, then they are named and nothing is written', async () => {
    const portal = new PortalFake();

    expect(await check(portal, false)).toEqual({
      status: 'missing',
      message: `HubSpot lacks ${ownCount} properties`,
      contacts: {
        missingProperties: ['acculynx_contact_id', 'acculynx_cross_reference'],
        validatedProperties: builtIn.length,
      },
      deals: { missingProperties: ownDeals, validatedProperties: builtInDeals.length },
    });
    expect(portal.calls.toSorted()).toEqual(['list contacts', 'list deals']);
  });

  test('When they shall be created, then each object gets its group and one batch, and all of them are listed', async () => {
    const portal = new PortalFake();
    portal.looksUntilListed = 1;

    expect(await check(portal, true)).toEqual({
      status: 'created',
      message: `Created ${ownCount} properties in HubSpot`,
      contacts: { missingProperties: [], validatedProperties: contactProperties.length },
      deals: { missingProperties: [], validatedProperties: dealProperties.length },
    });
    expect(portal.calls.filter((call) => !call.startsWith('list')).toSorted()).toEqual([
      'create contacts: acculynx_contact_id, acculynx_cross_reference',
      `create deals: ${ownDeals.join(', ')}`,
      'group contacts',
      'group deals',
    ]);
    expect(await check(portal, true)).toMatchObject({ status: 'valid' });
  });

  test('When somebody else created a property in the same moment, then that is fine', async () => {
    const portal = new PortalFake();
    portal.problems = [problem('OBJECT_ALREADY_EXISTS')];

    expect(await check(portal, true)).toMatchObject({ status: 'created' });
  });

  test('When HubSpot refuses to create a property, then it fails with status and text, not with the words of HubSpot', async () => {
    const portal = new PortalFake();
    portal.problems = [problem('VALIDATION_ERROR')];

    await expect(check(portal, true)).rejects.toMatchObject({
      code: 'properties.creation_failed',
      extra: { status: 'failed' },
      text: 'HubSpot property creation failed. Please check your HubSpot PAT and permissions.',
    });
  });

  test('When HubSpot never lists the new properties, then it fails after the deadline', async () => {
    const portal = new PortalFake();
    portal.looksUntilListed = Infinity;

    await expect(check(portal, true, 300)).rejects.toMatchObject({ code: 'properties.creation_failed' });
  });

  test('When the source id exists without unique values, then nothing is created', async () => {
    const portal = new PortalFake();
    portal.listed.contacts.push(
      ...contactProperties.map((property) => ({ ...property, hasUniqueValue: false })),
    );

    await expect(check(portal, true)).rejects.toMatchObject({
      code: 'properties.unsuitable',
      extra: { status: 'failed' },
    });
    expect(portal.calls.filter((call) => call.startsWith('create'))).toEqual([]);
  });

  const faults: [string, HubspotOutcome<never>, object][] = [
    [
      'the token is refused',
      { outcome: 'refused', status: 401, scopes: [] },
      { code: 'connection.hubspot_refused' },
    ],
    [
      'a scope is missing',
      { outcome: 'refused', status: 403, scopes: ['crm.schemas.deals.read'] },
      {
        code: 'connection.hubspot_scope_missing',
        text: expect.stringContaining('crm.schemas.deals.read'),
      },
    ],
    [
      'the daily limit is used up',
      { outcome: 'limited', retryAfterMs: 900_000, policy: 'DAILY' },
      { code: 'connection.hubspot_unreachable' },
    ],
  ];
  for (const [what, fault, error] of faults)
    test(`When ${what}, then the error says so and carries the failed status`, async () => {
      const portal = new PortalFake();
      portal.listProperties = () => Promise.resolve(fault);

      await expect(check(portal, true)).rejects.toMatchObject({ ...error, extra: { status: 'failed' } });
    });
});
