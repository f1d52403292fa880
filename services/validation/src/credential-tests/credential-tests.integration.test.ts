import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  defaultDealSettings,
  errorText,
  listDealPipelines,
  validateHubspotProperties,
} from '@ridgeline/contracts';
import { dealTargetOf, testCredentials, type DealTarget } from '@ridgeline/contracts/internal';
import { simulatedCompanies, type SimulatedCompany } from '../testing/simulated-companies.ts';
import { refusalOf, startValidationApi, type ValidationApi } from '../testing/validation-api.ts';

let api: ValidationApi;
const { aCompany } = simulatedCompanies(() => api);

beforeAll(async () => {
  api = await startValidationApi();
}, 60_000);

afterAll(async () => {
  await api[Symbol.asyncDispose]();
});

beforeEach(() => {
  api.simulators.simulation.faults.clear();
});

const nothingChosen = dealTargetOf(defaultDealSettings);
const tried = (
  { companyId, acculynxApiKey, hubspotPat }: SimulatedCompany,
  chosen: Partial<DealTarget> = {},
) =>
  api.asConnection()(testCredentials, {
    body: { companyId, acculynxApiKey, hubspotPat, ...nothingChosen, ...chosen },
  });

/** Stores a company's credentials under a connection's id, as in the connection service. */
function store(company: SimulatedCompany, connectionId: number): void {
  api.stored.set(connectionId, {
    connectionId,
    companyId: company.companyId,
    acculynxApiKey: company.acculynxApiKey,
    hubspotPat: company.hubspotPat,
    hubSpotPortalId: null,
    deals: defaultDealSettings,
  });
}

describe('A test of stored credentials', () => {
  test('When all works but properties are missing, then a text says so, and nothing is created', async () => {
    const company = aCompany();
    const answer = await tried(company);
    expect(answer).toEqual({
      acculynx: { verdict: 'valid', reason: null },
      hubspot: { verdict: 'valid', reason: null },
      checks: [
        {
          check: 'acculynx',
          result: 'passed',
          text: expect.stringMatching(/^The API key works: Brazos Roofing, /),
        },
        {
          check: 'hubspot',
          result: 'passed',
          text: `The token has all permissions: Portal ${company.portalId}, US/Eastern`,
        },
        {
          check: 'properties',
          result: 'warning',
          text: expect.stringMatching(/^HubSpot lacks \d+ properties$/),
        },
        {
          check: 'pipeline',
          result: 'passed',
          text: 'The portal has the pipeline and the stages for new deals',
        },
      ],
    });
    expect(await tried(company)).toEqual(answer);
  });

  test('When a credential is rejected, a scope is missing or a vendor is unavailable, then each check says so', async () => {
    const wrong = { acculynxApiKey: 'acculynx-canary-unknown' };
    const scopes = ['oauth', 'crm.objects.contacts.read', 'crm.objects.contacts.write'];
    expect(await tried({ ...aCompany(scopes), ...wrong })).toMatchObject({
      acculynx: { verdict: 'invalid', reason: expect.stringContaining('does not accept this API key') },
      hubspot: { verdict: 'invalid', reason: expect.stringContaining('crm.schemas.contacts.read') },
      checks: [{ result: 'failed' }, { result: 'failed' }, { result: 'warning' }, { result: 'warning' }],
    });

    const company = aCompany();
    const { companyId } = company;
    api.simulators.simulation.faults.add({
      vendor: 'hubspot',
      companyId,
      effect: { kind: 'http-error', status: 502 },
    });
    expect(await tried(company)).toMatchObject({
      hubspot: { verdict: 'unknown', reason: 'HubSpot answered with an error of its own (HTTP 502)' },
      checks: [
        { result: 'passed' },
        { result: 'warning', text: expect.stringMatching(/not known; please test again/) },
        { result: 'warning' },
        { result: 'warning' },
      ],
    });
  });

  for (const chosen of [
    { defaultDealPipeline: 'gone' },
    { defaultDealStage: 'gone' },
    { dealStageByMilestone: { Lead: 'appointmentscheduled', Approved: 'gone' } },
  ])
    test(`When the portal does not have ${JSON.stringify(chosen)} any more, then the test says so`, async () => {
      const { checks } = await tried(aCompany(), chosen);
      expect(checks.find(({ check }) => check === 'pipeline')).toMatchObject({
        result: 'failed',
        text: errorText('connection.pipeline_unknown'),
      });
    });

  test('When stored keys are refused again and again, then the company is not shut out for that', async () => {
    const dead = { ...aCompany(), acculynxApiKey: 'acculynx-canary-dead' };
    for (let n = 0; n < 7; n += 1) expect((await tried(dead)).acculynx.verdict).toBe('invalid');
  });

  test('When a person calls the internal address, then it is refused', async () => {
    const { acculynxApiKey, hubspotPat, companyId } = aCompany();
    const body = { acculynxApiKey, hubspotPat, companyId, ...nothingChosen };
    expect(await refusalOf(api.as(companyId)(testCredentials, { body }))).toMatchObject({ status: 401 });
  });
});

describe('Masks in place of stored secrets', () => {
  const masks = { acculynxApiKey: '••••nary', hubspotPat: '••••nary' };

  test('When the connection is named, then the stored secrets are used, for properties and for pipelines', async () => {
    const company = aCompany();
    store(company, 7);
    const call = api.as(company.companyId);
    expect(await call(validateHubspotProperties, { body: { ...masks, connectionId: 7 } })).toMatchObject({
      status: 'missing',
    });
    const { pipelines } = await call(listDealPipelines, {
      body: { hubspotPat: masks.hubspotPat, connectionId: 7 },
    });
    expect(pipelines.find(({ id }) => id === 'default')?.stages[0]).toMatchObject({
      id: 'appointmentscheduled',
    });
  });

  test("When it is another company's, or none is named, then no vendor is called", async () => {
    const company = aCompany();
    store(company, 8);
    const before = api.simulators.simulation.log.list({}).length;
    const call = api.as('company-of-somebody-else');
    const body = { ...masks, connectionId: 8 };
    expect(await refusalOf(call(validateHubspotProperties, { body }))).toMatchObject({
      code: 'connection.not_found',
    });
    expect(
      await refusalOf(call(listDealPipelines, { body: { hubspotPat: masks.hubspotPat } })),
    ).toMatchObject({ code: 'connection.hubspot_token_too_short' });
    expect(api.simulators.simulation.log.list({})).toHaveLength(before);
  });
});

describe('The pipelines of deals', () => {
  test('When the token may not read them, then the answer names the scope and the field', async () => {
    const { hubspotPat, companyId } = aCompany(['oauth', 'crm.objects.contacts.read']);
    expect(await refusalOf(api.as(companyId)(listDealPipelines, { body: { hubspotPat } }))).toMatchObject({
      status: 400,
      code: 'connection.hubspot_scope_missing',
      message: expect.stringContaining('deals.read'),
      fields: { hubspotPat: expect.any(String) },
    });
  });

  test('When HubSpot is unavailable, then the answer says so', async () => {
    const { hubspotPat, companyId } = aCompany();
    api.simulators.simulation.faults.add({
      vendor: 'hubspot',
      companyId,
      effect: { kind: 'http-error', status: 503 },
    });
    expect(await refusalOf(api.as(companyId)(listDealPipelines, { body: { hubspotPat } }))).toMatchObject({
      status: 502,
      code: 'connection.hubspot_unreachable',
    });
  });
});
