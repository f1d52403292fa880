import { hubspotContacts, hubspotDeals, type PropertyDefinition } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import type { HubspotOutcome } from '@ridgeline/hubspot';
import { aDefinition } from './testing/a-definition.ts';
import { checkPortal as check } from './testing/check-portal.ts';
import { hubspotProblem, PortalFake, propertiesOf } from './testing/portal-fake.ts';

const forbiddenCustom: HubspotOutcome<never> = {
  outcome: 'refused',
  status: 403,
  scopes: ['crm.schemas.custom.read'],
};

describe('Properties of every kind', () => {
  const planted = [
    aDefinition({ name: 'acculynx_job_id', hasUniqueValue: true }),
    aDefinition({ name: 'acculynx_value', type: 'number', fieldType: 'number' }),
    aDefinition({ name: 'acculynx_approved', type: 'date', fieldType: 'date' }),
    aDefinition({ name: 'acculynx_changed', type: 'datetime', fieldType: 'date' }),
    aDefinition({ name: 'acculynx_work_type', type: 'enumeration', fieldType: 'select' }),
    aDefinition({ name: 'acculynx_trades', type: 'enumeration', fieldType: 'checkbox' }),
    aDefinition({ name: 'acculynx_insured', type: 'bool', fieldType: 'booleancheckbox' }),
  ];
  const contacts = propertiesOf.contacts.builtIn;
  const inDeals = (properties: readonly PropertyDefinition[]) => [
    { object: hubspotContacts, properties: contacts },
    { object: hubspotDeals, properties },
  ];
  const needed = inDeals(planted);

  test('When none is there, then they are created in our group, as they are defined, with their options', async () => {
    const portal = new PortalFake();

    expect(await check(portal, true, { needed })).toMatchObject({
      status: 'created',
      deals: { missingProperties: [], validatedProperties: planted.length },
    });
    expect(portal.sent).toEqual([planted]);
    expect(portal.calls).toContain('group deals');
    expect(portal.calls).not.toContain('group contacts');
  });

  test('When there are more than HubSpot takes in one call, then no call holds more than a hundred', async () => {
    const portal = new PortalFake();
    const many = Array.from({ length: 230 }, (_, at) => aDefinition({ name: `acculynx_${at}` }));

    await check(portal, true, { needed: inDeals(many) });
    expect(portal.sent.map(({ length }) => length)).toEqual([100, 100, 30]);
  });

  test('When some are of another kind, then each is named with what it is and must be, and none is created', async () => {
    const portal = new PortalFake();
    const [, value, approved] = planted.map((property) => ({
      ...property,
      type: 'string',
      fieldType: 'text',
    }));
    if (value && approved) portal.listed.deals.push(value, approved);

    await expect(check(portal, true, { needed })).rejects.toMatchObject({
      code: 'properties.unsuitable',
      text:
        'The HubSpot property "acculynx_value" has the type string, but must be a number. ' +
        'The HubSpot property "acculynx_approved" has the type string, but must be a date',
    });
    expect(portal.sent).toEqual([]);
  });

  test('When many are of another kind, then five are named and the others counted', async () => {
    const portal = new PortalFake();
    const many = Array.from({ length: 7 }, (_, at) => aDefinition({ name: `acculynx_${at}` }));
    portal.listed.deals.push(
      ...many.map((property) => ({ ...property, type: 'number', fieldType: 'number' })),
    );

    await expect(check(portal, true, { needed: inDeals(many) })).rejects.toMatchObject({
      text: expect.stringMatching(/"acculynx_4" has the type number, but must be a text\. And 2 more$/),
    });
  });

  test('When HubSpot brings an archived property back without unique values, then it says so and how to fix it', async () => {
    const portal = new PortalFake();
    const [id] = planted;
    if (id) portal.archived.push({ ...id, hasUniqueValue: false });

    await expect(check(portal, true, { needed })).rejects.toMatchObject({
      code: 'properties.unsuitable',
      text: expect.stringMatching(/"acculynx_job_id".*unique values.*rename or delete/),
    });
  });

  const full: [string, number, boolean, string][] = [
    ['unique properties', 10, true, '10 properties with unique values'],
    ['properties', 999, false, 'custom properties'],
  ];
  for (const [what, count, hasUniqueValue, text] of full)
    test(`When the portal has all the ${what} that it may have, then the failure says so`, async () => {
      const portal = new PortalFake();
      portal.problems = [hubspotProblem('VALIDATION_ERROR')];
      portal.listed.deals.push(
        ...Array.from({ length: count }, (_, at) => aDefinition({ name: `theirs_${at}`, hasUniqueValue })),
      );

      await expect(check(portal, true, { needed })).rejects.toMatchObject({
        code: 'properties.creation_failed',
        text: expect.stringMatching(
          new RegExp(`^HubSpot property creation failed\\. Please .* permissions\\. The portal .* ${text}`),
        ),
      });
    });

  test('When the token has no scope for deals and HubSpot does not name it, then the answer does', async () => {
    const portal = new PortalFake();
    const list = portal.listProperties;
    const forbidden: HubspotOutcome<never> = { outcome: 'refused', status: 403, scopes: [] };
    portal.listProperties = (object, signal) =>
      object === 'deals' ? Promise.resolve(forbidden) : list(object, signal);
    await expect(check(portal, true, { needed })).rejects.toMatchObject({
      code: 'connection.hubspot_scope_missing',
      text: expect.stringMatching(/permissions that the connection needs: crm\.schemas\.deals\.read\./),
    });

    portal.listProperties = list;
    portal.createPropertyGroup = () => Promise.resolve(forbidden);
    await expect(check(portal, true, { needed })).rejects.toMatchObject({
      text: expect.stringContaining('crm.schemas.deals.write'),
    });
  });

  describe('Of a custom object', () => {
    const parcels = [{ object: { name: 'parcels', typeId: null }, properties: planted }, ...inDeals([])];

    test('When the portal has it, then they are created under the type id that it has there', async () => {
      const portal = new PortalFake();
      portal.customs.set('parcels', '2-4711').set('pets', '2-4712');

      expect(await check(portal, true, { needed: parcels })).toMatchObject({
        status: 'created',
        others: { parcels: { missingProperties: [], validatedProperties: planted.length } },
      });
      expect(portal.calls.filter((call) => !call.startsWith('list'))).toEqual([
        'group 2-4711',
        `create 2-4711: ${planted.map(({ name }) => name).join(', ')}`,
      ]);
    });

    test.each<[string, Partial<PortalFake>]>([
      ['does not have it', {}],
      ['is of a plan without them', { customObjects: () => Promise.resolve(forbiddenCustom) }],
    ])('When the portal %s, then the other objects are checked alone', async (_, change) => {
      const portal = Object.assign(new PortalFake(), change);

      const result = await check(portal, true, { needed: parcels });
      expect(result).toMatchObject({ status: 'valid' });
      expect(result).not.toHaveProperty('others');
    });
  });
});
