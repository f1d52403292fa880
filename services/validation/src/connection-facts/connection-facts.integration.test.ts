import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { saveStepNames, validateHubspotProperties } from '@ridgeline/contracts';
import { hubspotVersion } from '@ridgeline/hubspot';
import { eventually } from '@ridgeline/testkit/integration';
import { simulatedCompanies } from '../testing/simulated-companies.ts';
import { startValidationApi, type ValidationApi } from '../testing/validation-api.ts';

type Fault = Parameters<ValidationApi['simulators']['simulation']['faults']['add']>[0];

let api: ValidationApi;
const { aCompany, save, endOf } = simulatedCompanies(() => api);

beforeAll(async () => {
  api = await startValidationApi();
}, 60_000);

afterAll(async () => {
  await api[Symbol.asyncDispose]();
});

beforeEach(() => {
  api.simulators.simulation.faults.clear();
});

describe('The first ten steps of a save', () => {
  test('When all goes well, then every step is reported, in its order, and the facts of both accounts are returned', async () => {
    const company = aCompany();
    await api.as(company.companyId)(validateHubspotProperties, {
      body: { ...company, createProperties: true },
    });
    const { operationId, answer } = save(company);
    const facts = await answer;

    expect(facts).toMatchObject({
      acculynx: {
        companyName: 'Brazos Roofing',
        timezone: expect.any(String),
        baseUtcOffset: expect.any(String),
      },
      hubspot: { portalId: company.portalId, timezone: 'US/Eastern', utcOffset: expect.any(String) },
    });
    for (const list of Object.values(facts.lists)) expect(list?.length).toBeGreaterThan(0);
    const told = api.told.get(operationId) ?? [];
    const started = told.filter(({ state }) => state === 'in-progress').map(({ step }) => step);
    expect(started).toEqual(saveStepNames.filter((step) => step !== 'webhook'));
    expect(endOf(operationId)).toMatchObject({
      'acculynx-location': expect.stringMatching(/^complete: Brazos Roofing, /),
      'hubspot-portal': `complete: Portal ${company.portalId}, US/Eastern`,
      'hubspot-properties': expect.stringMatching(/^complete: All \d+ properties are there$/),
      'insurance-companies': expect.stringMatching(/^complete: \d+ insurance companies$/),
      'portal-options': expect.stringMatching(/^complete: Added \d+ options$/),
    });

    const again = save(company);
    expect(await again.answer).toEqual(facts);
    expect(endOf(again.operationId)['portal-options']).toBe('complete: Every option that is needed is there');
  }, 60_000);

  test('When options are added, then each name of the list has one, and none that the portal had is gone', async () => {
    const company = aCompany();
    await api.as(company.companyId)(validateHubspotProperties, {
      body: { ...company, createProperties: true },
    });
    const url = `${api.simulators.addresses.hubspot}/crm/properties/${hubspotVersion}/deals/acculynx_trades`;
    const headers = { authorization: `Bearer ${company.hubspotPat}`, 'content-type': 'application/json' };
    const options = async () =>
      ((await (await fetch(url, { headers })).json()) as { options: { label: string }[] }).options.map(
        ({ label }) => label,
      );
    const theirs = { label: 'Chimneys', value: 'by-hand', displayOrder: 0, hidden: false };
    await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ options: [theirs] }) });
    await eventually(async () => expect(await options()).toContain(theirs.label), { what: 'the option' });

    const { lists } = await save(company).answer;

    expect(await options()).toEqual([theirs.label, ...(lists.tradeTypes ?? []).map(({ name }) => name)]);
  }, 60_000);

  test('When properties are missing because the user did not want them, then the save continues and says so', async () => {
    const { operationId, answer } = save(aCompany());
    await answer;
    expect(endOf(operationId)).toMatchObject({
      'hubspot-properties': expect.stringMatching(/^complete: HubSpot lacks \d+ properties$/),
      'portal-options': 'complete: Every option that is needed is there',
    });
  }, 60_000);

  test('When AccuLynx has no such list, or one that cannot be read, then the save continues without it', async () => {
    const list = (name: string, effect: Fault['effect']) =>
      api.simulators.simulation.faults.add({
        vendor: 'acculynx',
        path: `/api/v2/company-settings/job-file-settings/${name}`,
        effect,
      });
    list('trade-types', { kind: 'http-error', status: 404 });
    list('job-categories', { kind: 'garble', body: 'other' });
    const { operationId, answer } = save(aCompany());

    expect((await answer).lists).toMatchObject({ tradeTypes: null, jobCategories: null });
    expect(endOf(operationId)).toMatchObject({
      'trade-types': 'complete: AccuLynx has no list of trade types for this location; going on without it',
      'job-categories':
        'complete: AccuLynx has no list of job categories for this location; going on without it',
    });
  }, 60_000);
});
