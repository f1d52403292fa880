import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ApiError, createApiClient, validateHubspotProperties, type ApiClient } from '@ridgeline/contracts';
import { checkCredentials } from '@ridgeline/contracts/internal';
import { contactProperties, hubspotVersion, propertyGroup } from '@ridgeline/hubspot';
import {
  createLogger,
  createServiceApp,
  createServiceClient,
  listen,
  signUserIdentity,
} from '@ridgeline/kit';
import { createGovernor, openRedis } from '@ridgeline/redis';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { testRedisUrl } from '@ridgeline/testkit';
import { Registry } from 'prom-client';
import { checkMetrics } from './credentials/credential-check-metrics.ts';
import { credentialCheckRoutes } from './credentials/credential-check-routes.ts';
import { credentialChecker } from './credentials/credential-check-service.ts';
import { propertyRoutes } from './properties/property-routes.ts';
import { propertyService } from './properties/property-service.ts';
import { vendorClients } from './vendors/vendor-clients.ts';

const identityKey = 'a-key-that-only-these-tests-know-of';
const wrong = { acculynxApiKey: 'acculynx-canary-wrong', hubspotPat: 'pat-na1-hubspot-canary-wrong' };
const resources = new AsyncDisposableStack();
const logLines: string[] = [];
let simulators: Simulators;
let url: string;
let companies = 0;

beforeAll(async () => {
  simulators = await startSimulators({ contactsPerCompany: 1, jobsPerCompany: 0 });
  resources.defer(() => simulators.stop());
  const logger = createLogger(
    { service: 'validation', level: 'trace' },
    { write: (line) => void logLines.push(line) },
  );
  const redis = resources.use(await openRedis({ url: await testRedisUrl(), name: 'test', logger }));
  const clients = vendorClients({
    acculynxUrl: simulators.addresses.acculynx,
    hubspotUrl: simulators.addresses.hubspot,
    egressAddress: 'test',
    governor: createGovernor({ redis, logger }),
    logger,
  });
  const metrics = new Registry();
  const check = credentialChecker({ clients, metrics: checkMetrics(metrics) });
  const properties = propertyService({ clients, metrics });
  const app = createServiceApp({
    logger,
    metrics,
    identityKey,
    routes: (router) => {
      credentialCheckRoutes(router, check);
      propertyRoutes(router, properties);
    },
  });
  ({ url } = resources.use(await listen(app, { host: '127.0.0.1', port: 0 })));
}, 60_000);

afterAll(() => Promise.resolve(resources.disposeAsync()));

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

const check = (body: { acculynxApiKey: string; hubspotPat: string }) =>
  createServiceClient({ baseUrl: url, service: 'connection', identityKey })(checkCredentials, { body });

const user = { userId: 1, companyId: 'acme', administrator: false };
const person: ApiClient = (endpoint, input) => {
  const headers = async () => ({ authorization: `Bearer ${await signUserIdentity(identityKey, user)}` });
  return createApiClient({ baseUrl: url, headers })(endpoint, input);
};
const validate = (credentials: object, createProperties: boolean) =>
  person(validateHubspotProperties, {
    body: { ...wrong, ...credentials, createProperties },
  });

async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('The call was not refused', { cause: error });
  return error;
}

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
    expect(await refusalOf(person(checkCredentials, { body: aCompany() }))).toMatchObject({ status: 401 });
  });
});

describe('The HubSpot properties', () => {
  test('When they are missing, then they are named, then created, and then all are there', async () => {
    const credentials = aCompany();
    const own = ['acculynx_contact_id', 'acculynx_cross_reference'];

    expect(await validate(credentials, false)).toMatchObject({
      status: 'missing',
      contacts: { missingProperties: own, validatedProperties: contactProperties.length - own.length },
      deals: { missingProperties: ['acculynx_job_id'], validatedProperties: 0 },
    });
    const created = await validate(credentials, true);
    expect(created).toMatchObject({
      status: 'created',
      contacts: { missingProperties: [], validatedProperties: contactProperties.length },
      deals: { missingProperties: [], validatedProperties: 1 },
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
  expect(logLines.length).toBeGreaterThan(10);
  expect(logLines.join('\n')).not.toContain('canary');
});
