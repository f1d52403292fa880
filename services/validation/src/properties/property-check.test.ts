import { contactProperties, dealProperties } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import { type HubspotOutcome } from '@ridgeline/hubspot';
import { interactiveRetry } from '@ridgeline/kit';
import { checkPortal as check } from './testing/check-portal.ts';
import { hubspotProblem, PortalFake, propertiesOf } from './testing/portal-fake.ts';

const { contacts, deals } = propertiesOf;
const missing = {
  contacts: contacts.own.map(({ name }) => name),
  deals: deals.own.map(({ name }) => name),
};
const missingCount = contacts.own.length + deals.own.length;

describe('The check of the HubSpot properties', () => {
  test('When properties are missing and only a check is asked for, then they are named and nothing is written', async () => {
    const portal = new PortalFake();

    expect(await check(portal, false)).toEqual({
      status: 'missing',
      message: `HubSpot lacks ${missingCount} properties`,
      contacts: {
        missingProperties: missing.contacts,
        validatedProperties: contacts.builtIn.length,
      },
      deals: { missingProperties: missing.deals, validatedProperties: deals.builtIn.length },
    });
    expect(portal.calls.toSorted()).toEqual(['list contacts', 'list deals']);
  });

  test('When they shall be created, then each object gets its group and one batch, and all of them are listed', async () => {
    const portal = new PortalFake();
    portal.looksUntilListed = 1;

    expect(await check(portal, true)).toEqual({
      status: 'created',
      message: `Created ${missingCount} properties in HubSpot`,
      contacts: { missingProperties: [], validatedProperties: contactProperties.length },
      deals: { missingProperties: [], validatedProperties: dealProperties.length },
    });
    expect(portal.calls.filter((call) => !call.startsWith('list')).toSorted()).toEqual([
      `create contacts: ${missing.contacts.join(', ')}`,
      `create deals: ${missing.deals.join(', ')}`,
      'group contacts',
      'group deals',
    ]);
    expect(await check(portal, true)).toMatchObject({ status: 'valid' });
  });

  test('When another caller created a property at the same moment, then that is fine', async () => {
    const portal = new PortalFake();
    portal.problems = [hubspotProblem('OBJECT_ALREADY_EXISTS')];

    expect(await check(portal, true)).toMatchObject({ status: 'created' });
  });

  test('When HubSpot refuses to create a property, then it fails with a text, not with the words of HubSpot', async () => {
    const portal = new PortalFake();
    portal.problems = [hubspotProblem('VALIDATION_ERROR')];

    await expect(check(portal, true)).rejects.toMatchObject({
      code: 'properties.creation_failed',
      text: 'HubSpot property creation failed. Please check your HubSpot PAT and permissions.',
    });
  });

  test('When HubSpot never lists the new properties, then it fails after the deadline', async () => {
    const portal = new PortalFake();
    portal.looksUntilListed = Infinity;

    await expect(check(portal, true, { looks: { ...interactiveRetry, baseMs: 1 } })).rejects.toMatchObject({
      code: 'properties.creation_failed',
    });
  });

  test('When the source id exists without unique values, then nothing is created', async () => {
    const portal = new PortalFake();
    portal.listed.contacts.push(
      ...contactProperties.map((property) => ({ ...property, hasUniqueValue: false })),
    );

    await expect(check(portal, true)).rejects.toMatchObject({
      code: 'properties.unsuitable',
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
    test(`When ${what}, then the error says so`, async () => {
      const portal = new PortalFake();
      portal.listProperties = () => Promise.resolve(fault);

      await expect(check(portal, true)).rejects.toMatchObject(error);
    });
});
