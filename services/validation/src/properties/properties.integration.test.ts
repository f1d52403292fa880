import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  contactProperties,
  dealProperties,
  propertyGroup,
  validateHubspotProperties,
} from '@ridgeline/contracts';
import { hubspotVersion } from '@ridgeline/hubspot';
import type { Simulators } from '@ridgeline/simulators';
import { refusalOf, startValidationApi, type ValidationApi } from '../testing/validation-api.ts';

const wrong = { acculynxApiKey: 'acculynx-canary-wrong', hubspotPat: 'pat-na1-hubspot-canary-wrong' };
let api: ValidationApi;
let simulators: Simulators;
let companies = 0;

beforeAll(async () => {
  api = await startValidationApi();
  ({ simulators } = api);
}, 60_000);

afterAll(async () => {
  await api[Symbol.asyncDispose]();
});

beforeEach(() => {
  simulators.simulation.faults.clear();
});

/** Each test has its own location and portal, so that it is not affected by the limits or properties of others. */
function aCompany(scopes?: string[]): { acculynxApiKey: string; hubspotPat: string } {
  companies += 1;
  const credentials = {
    acculynxApiKey: `acculynx-canary-${companies}`,
    hubspotPat: `pat-na1-hubspot-canary-${companies}`,
  };
  simulators.simulation.register({
    companyId: `company-${companies}`,
    name: 'Brazos Roofing',
    acculynxApiKey: credentials.acculynxApiKey,
    hubspotToken: credentials.hubspotPat,
    portalId: 4_700 + companies,
    timeZone: 'US/Eastern',
    ...(scopes ? { scopes } : {}),
  });
  return credentials;
}

/** Each test's company is the last one that it created. */
const companyId = (): string => `company-${companies}`;
const validate = (credentials: object, createProperties: boolean) =>
  api.as(companyId())(validateHubspotProperties, { body: { ...wrong, ...credentials, createProperties } });

describe('What the audit trail records of checks', () => {
  test('When credentials are tried, refused or used to create properties, then each has its line without a secret', async () => {
    const credentials = aCompany();
    await validate(credentials, false);
    await validate(credentials, true);
    await refusalOf(validate({}, false));
    const told = api.deeds.filter(({ by }) => by.companyId === companyId());
    expect(told).toMatchObject([
      { action: 'credentials-tested', result: 'done' },
      { action: 'hubspot-properties-created', result: 'done' },
      { action: 'credentials-tested', result: 'refused', detail: expect.stringContaining('AccuLynx') },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/canary/);
  });
});

describe('The HubSpot properties', () => {
  test('When they are missing, then they are named, then created, and then all are there', async () => {
    const credentials = aCompany();
    const ownOf = (properties: typeof contactProperties): string[] =>
      properties.filter(({ groupName }) => groupName === propertyGroup.name).map(({ name }) => name);
    const own = { contacts: ownOf(contactProperties), deals: ownOf(dealProperties) };

    expect(await validate(credentials, false)).toMatchObject({
      status: 'missing',
      contacts: {
        missingProperties: own.contacts,
        validatedProperties: contactProperties.length - own.contacts.length,
      },
      deals: { missingProperties: own.deals },
    });
    const created = await validate(credentials, true);
    expect(created).toMatchObject({
      status: 'created',
      contacts: { missingProperties: [], validatedProperties: contactProperties.length },
      deals: { missingProperties: [], validatedProperties: dealProperties.length },
    });
    // Immediately: `created` promises that HubSpot already lists them.
    expect(await validate(credentials, false)).toMatchObject({ status: 'valid' });
    expect(await validate(credentials, true)).toMatchObject({ status: 'valid' });
  });

  test('When two people create them at the same moment, then both succeed', async () => {
    const credentials = aCompany();
    const both = await Promise.all([validate(credentials, true), validate(credentials, true)]);

    for (const { status } of both) expect(['created', 'valid']).toContain(status);
  });

  test('When the source id exists without unique values, then the answer says so and how to fix it', async () => {
    const credentials = aCompany();
    const call = (path: string, body: object) =>
      fetch(`${simulators.addresses.hubspot}/crm/properties/${hubspotVersion}/contacts${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${credentials.hubspotPat}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
    await call('/groups', propertyGroup);
    const definition = contactProperties.find(({ hasUniqueValue }) => hasUniqueValue);
    const answer = await call('', { ...definition, hasUniqueValue: false });
    expect(answer.status).toBe(201);

    expect(await refusalOf(validate(credentials, true))).toMatchObject({
      status: 400,
      code: 'properties.unsuitable',
      message: expect.stringMatching(/"acculynx_contact_id".*unique values/),
      body: { status: 'failed' },
    });
  });

  test('When they belong to another portal than the connection that is edited, then nothing is created there', async () => {
    const credentials = aCompany();
    api.accounts.set(7, { acculynxCompanyId: null, hubSpotPortalId: '4711' });
    const operationId = '0b54c0aa-91d2-4f11-8f6e-000d3a5b7c01';
    const refusal = await refusalOf(validate({ ...credentials, connectionId: 7, operationId }, true));

    expect(refusal).toMatchObject({
      status: 409,
      code: 'connection.other_hubspot_portal',
      fields: { hubspotPat: refusal.message },
      body: { status: 'failed' },
    });
    expect(api.told.get(operationId)?.at(-1)).toEqual({
      step: 'hubspot-portal',
      state: 'error',
      text: refusal.message,
    });
    expect(await validate(credentials, false)).toMatchObject({ status: 'missing' });
    // A copy may have a different portal than the connection that it was copied from.
    expect(await validate({ ...credentials, sourceConnectionId: 7 }, true)).toMatchObject({
      status: 'created',
    });
  });

  const failures: [string, () => object, object][] = [
    [
      'the token is not known',
      () => ({ ...aCompany(), hubspotPat: wrong.hubspotPat }),
      { status: 400, code: 'connection.hubspot_refused' },
    ],
    [
      'the AccuLynx key is not known',
      () => ({ ...aCompany(), acculynxApiKey: wrong.acculynxApiKey }),
      { status: 400, code: 'connection.acculynx_refused' },
    ],
    [
      'the token may read but not create',
      () =>
        aCompany([
          'oauth',
          'crm.objects.contacts.read',
          'crm.objects.deals.read',
          'crm.schemas.contacts.read',
          'crm.schemas.deals.read',
        ]),
      {
        status: 400,
        code: 'connection.hubspot_scope_missing',
        message: expect.stringContaining('crm.schemas.'),
      },
    ],
    [
      'HubSpot is down',
      () => {
        simulators.simulation.faults.add({
          vendor: 'hubspot',
          effect: { kind: 'http-error', status: 502, contentType: false },
        });
        return aCompany();
      },
      { status: 502, code: 'connection.hubspot_unreachable' },
    ],
  ];
  for (const [what, credentials, error] of failures)
    test(`When ${what}, then the answer says so with the failed status, error and message`, async () => {
      const refusal = await refusalOf(validate(credentials(), true));

      expect(refusal).toMatchObject({ ...error, body: { status: 'failed', error: refusal.message } });
      expect(refusal.body?.message).toBe(refusal.message);
    });
});

test('When all of this was done, then no log line contains a credential', () => {
  expect(api.logLines.length).toBeGreaterThan(10);
  expect(api.logLines.join('\n')).not.toContain('canary');
});
