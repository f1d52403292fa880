import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { validateHubspotProperties } from '@ridgeline/contracts';
import { checkCredentials } from '@ridgeline/contracts/internal';
import { contactProperties, dealProperties, hubspotVersion, propertyGroup } from '@ridgeline/hubspot';
import type { Simulators } from '@ridgeline/simulators';
import { refusalOf, startValidationApi, type ValidationApi } from './testing/validation-api.ts';

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

/** A location and a portal of their own, so that no test meets another's limits or properties. */
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

/** Each test's company is the one that it made last. */
const companyId = (): string => `company-${companies}`;
const check = (credentials: { acculynxApiKey: string; hubspotPat: string }) =>
  api.asConnection()(checkCredentials, { body: { ...credentials, companyId: companyId() } });
const validate = (credentials: object, createProperties: boolean) =>
  api.as(companyId())(validateHubspotProperties, { body: { ...wrong, ...credentials, createProperties } });

describe('Credentials, tried at the simulated vendors', () => {
  test('When both are good, then they are valid and the facts of location and portal are told', async () => {
    expect(await check(aCompany())).toEqual({
      acculynx: {
        verdict: 'valid',
        facts: { companyId: expect.any(String), companyName: 'Brazos Roofing' },
      },
      hubspot: {
        verdict: 'valid',
        facts: { portalId: String(4_700 + companies), timezone: 'US/Eastern', accountType: 'STANDARD' },
      },
    });
  });

  test('When nobody knows them, then both are refused', async () => {
    expect(await check(wrong)).toMatchObject({
      acculynx: { verdict: 'refused' },
      hubspot: { verdict: 'refused' },
    });
  });

  test('When the token lacks scopes, then they are named', async () => {
    const scopes = ['oauth', 'crm.objects.contacts.read', 'crm.schemas.contacts.read'];

    expect((await check(aCompany(scopes))).hubspot).toEqual({
      verdict: 'scope_missing',
      scopes: ['crm.objects.contacts.write', 'crm.schemas.contacts.write'],
    });
  });

  test('When introspection does not work, then reads show whether the scopes are there', async () => {
    simulators.simulation.faults.add({
      vendor: 'hubspot',
      path: '/oauth/**',
      effect: { kind: 'http-error', status: 404 },
    });

    expect((await check(aCompany())).hubspot).toMatchObject({ verdict: 'valid' });
    expect((await check(aCompany(['oauth', 'crm.schemas.contacts.read']))).hubspot).toMatchObject({
      verdict: 'scope_missing',
      scopes: expect.arrayContaining(['crm.objects.contacts.read']),
    });
  });

  test('When a vendor errs for a moment, then another attempt succeeds', async () => {
    simulators.simulation.faults.add({
      vendor: 'acculynx',
      times: 1,
      effect: { kind: 'http-error', status: 503 },
    });
    simulators.simulation.faults.add({
      vendor: 'hubspot',
      path: '/account-info/**',
      times: 1,
      effect: { kind: 'reset' },
    });

    expect(await check(aCompany())).toMatchObject({
      acculynx: { verdict: 'valid' },
      hubspot: { verdict: 'valid' },
    });
  });

  test('When both vendors are down, then both are unreachable, in plain words', async () => {
    for (const vendor of ['acculynx', 'hubspot'] as const)
      simulators.simulation.faults.add({ vendor, effect: { kind: 'http-error', status: 503 } });

    expect(await check(aCompany())).toEqual({
      acculynx: {
        verdict: 'unreachable',
        reason: 'AccuLynx answered with an error of its own (HTTP 503)',
      },
      hubspot: {
        verdict: 'unreachable',
        reason: 'HubSpot answered with an error of its own (HTTP 503)',
      },
    });
  });

  test('When a person calls the internal address, then it is refused', async () => {
    const refusal = await refusalOf(
      api.as('acme')(checkCredentials, { body: { ...aCompany(), companyId: 'acme' } }),
    );
    expect(refusal).toMatchObject({ status: 401 });
  });
});

describe('The HubSpot properties', () => {
  test('When they are missing, then they are named, then created, and then all are there', async () => {
    const credentials = aCompany();
    const own = ['acculynx_contact_id', 'acculynx_cross_reference'];
    const ownDeals = dealProperties.flatMap(({ name, groupName }) =>
      groupName === propertyGroup.name ? name : [],
    );

    expect(await validate(credentials, false)).toMatchObject({
      status: 'missing',
      contacts: { missingProperties: own, validatedProperties: contactProperties.length - own.length },
      deals: { missingProperties: ownDeals },
    });
    const created = await validate(credentials, true);
    expect(created).toMatchObject({
      status: 'created',
      contacts: { missingProperties: [], validatedProperties: contactProperties.length },
      deals: { missingProperties: [], validatedProperties: dealProperties.length },
    });
    // Not a moment later: `created` promises that HubSpot lists them.
    expect(await validate(credentials, false)).toMatchObject({ status: 'valid' });
    expect(await validate(credentials, true)).toMatchObject({ status: 'valid' });
  });

  test('When two people create them at the same moment, then both succeed', async () => {
    const credentials = aCompany();
    const both = await Promise.all([validate(credentials, true), validate(credentials, true)]);

    for (const { status } of both) expect(['created', 'valid']).toContain(status);
  });

  test('When the source id exists without unique values, then the answer says so and how to mend it', async () => {
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

test('When all of this was done, then no credential stands in any log line', () => {
  expect(api.logLines.length).toBeGreaterThan(10);
  expect(api.logLines.join('\n')).not.toContain('canary');
});
