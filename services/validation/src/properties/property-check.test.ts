import { describe, expect, test } from '@jest/globals';
import { ungoverned } from '@ridgeline/governed-vendors/testing';
import { contactProperties, dealProperties, type HubspotOutcome } from '@ridgeline/hubspot';
import { interactiveRetry } from '@ridgeline/kit';
import type { PropertyClient } from './needed-properties.ts';
import { checkProperties } from './property-check.ts';
import { aDefinition } from './testing/a-definition.ts';
import { builtIn, hubspotProblem, PortalFake } from './testing/portal-fake.ts';

const check = (
  portal: PropertyClient,
  create: boolean,
  options: Partial<Parameters<typeof checkProperties>[1]> = {},
) => checkProperties(ungoverned(portal), { create, signal: new AbortController().signal, ...options });

const dealNames = dealProperties.map(({ name }) => name);

describe('The check of the HubSpot properties', () => {
  test('When properties are missing and only a check is asked for, then they are named and nothing is written', async () => {
    const portal = new PortalFake();

    expect(await check(portal, false)).toEqual({
      status: 'missing',
      message: `HubSpot lacks ${2 + dealProperties.length} properties`,
      contacts: {
        missingProperties: ['acculynx_contact_id', 'acculynx_cross_reference'],
        validatedProperties: builtIn.length,
      },
      deals: { missingProperties: dealNames, validatedProperties: 0 },
    });
    expect(portal.calls.toSorted()).toEqual(['list contacts', 'list deals']);
  });

  test('When they shall be created, then each object gets its group and one batch, and all of them are listed', async () => {
    const portal = new PortalFake();
    portal.looksUntilListed = 1;

    expect(await check(portal, true)).toEqual({
      status: 'created',
      message: `Created ${2 + dealProperties.length} properties in HubSpot`,
      contacts: { missingProperties: [], validatedProperties: contactProperties.length },
      deals: { missingProperties: [], validatedProperties: dealProperties.length },
    });
    expect(portal.calls.filter((call) => !call.startsWith('list')).toSorted()).toEqual([
      'create contacts: acculynx_contact_id, acculynx_cross_reference',
      `create deals: ${dealNames.join(', ')}`,
      'group contacts',
      'group deals',
    ]);
    expect(await check(portal, true)).toMatchObject({ status: 'valid' });
  });

  test('When somebody else created a property in the same moment, then that is fine', async () => {
    const portal = new PortalFake();
    portal.problems = [hubspotProblem('OBJECT_ALREADY_EXISTS')];

    expect(await check(portal, true)).toMatchObject({ status: 'created' });
  });

  test('When HubSpot refuses to create a property, then it fails with status and text, not with the words of HubSpot', async () => {
    const portal = new PortalFake();
    portal.problems = [hubspotProblem('VALIDATION_ERROR')];

    await expect(check(portal, true)).rejects.toMatchObject({
      code: 'properties.creation_failed',
      extra: { status: 'failed' },
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
  const needed = { contacts: builtIn, deals: planted };

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

  test('When there are more than HubSpot takes at once, then no call holds more than a hundred', async () => {
    const portal = new PortalFake();
    const many = Array.from({ length: 230 }, (_, at) => aDefinition({ name: `acculynx_${at}` }));

    await check(portal, true, { needed: { contacts: builtIn, deals: many } });
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

    await expect(check(portal, true, { needed: { contacts: builtIn, deals: many } })).rejects.toMatchObject({
      text: expect.stringMatching(/"acculynx_4" has the type number, but must be a text\. And 2 more$/),
    });
  });

  test('When HubSpot brings an archived property back without unique values, then it says so and how to mend it', async () => {
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
      text: 'The HubSpot token lacks permissions that the connection needs: crm.schemas.deals.read',
    });

    portal.listProperties = list;
    portal.createPropertyGroup = () => Promise.resolve(forbidden);
    await expect(check(portal, true, { needed })).rejects.toMatchObject({
      text: expect.stringContaining('crm.schemas.deals.write'),
    });
  });
});
