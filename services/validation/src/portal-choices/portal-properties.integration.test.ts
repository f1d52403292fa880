import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defaultDealSettings, listPropertyOptions, validateHubspotProperties } from '@ridgeline/contracts';
import { readPortalProperties } from '@ridgeline/contracts/internal';
import { simulatedCompanies } from '../testing/simulated-companies.ts';
import { refusalOf, startValidationApi, type ValidationApi } from '../testing/validation-api.ts';

let api: ValidationApi;
const { aCompany } = simulatedCompanies(() => api);
const connectionId = 31;

beforeAll(async () => {
  api = await startValidationApi();
}, 60_000);

afterAll(async () => {
  await api[Symbol.asyncDispose]();
});

async function connected() {
  const company = aCompany();
  const { companyId, acculynxApiKey, hubspotPat } = company;
  api.stored.set(connectionId, {
    ...{ connectionId, companyId, acculynxApiKey, hubspotPat },
    hubSpotPortalId: null,
    deals: defaultDealSettings,
  });
  await api.as(companyId)(validateHubspotProperties, {
    body: { acculynxApiKey, hubspotPat, createProperties: true },
  });
  return company;
}

test('The lists of a kind have the options of the portal; other companies get none', async () => {
  const { companyId } = await connected();
  const { properties } = await api.as(companyId)(listPropertyOptions, {
    query: { connectionId, migrationType: 'jobs' },
  });
  const names = properties.map(({ property }) => property);
  expect(names).toContain('acculynx_milestone');
  expect(names).not.toContain('dealname');
  const milestones = properties.find(({ property }) => property === 'acculynx_milestone');
  expect(milestones?.options).toContainEqual({ value: 'Prospect', label: 'Prospect' });

  const foreign = api.as('another')(listPropertyOptions, { query: { connectionId, migrationType: 'jobs' } });
  expect(await refusalOf(foreign)).toMatchObject({ code: 'connection.not_found' });
});

test('The orchestrator learns the kinds and options of what was corrected; not of the connection of another company', async () => {
  const { companyId } = await connected();
  const of = { connectionId, migrationType: 'jobs' as const };
  const names = ['amount', 'acculynx_trades', 'acculynx_created_at', 'pipeline'];
  const asked = (company: string) =>
    api.asConnection()(readPortalProperties, { body: { ...of, companyId: company, properties: names } });
  const { properties } = await asked(companyId);
  expect(properties.map(({ name, type, fieldType }) => [name, type, fieldType]).sort()).toEqual([
    ['acculynx_created_at', 'datetime', 'date'],
    ['acculynx_trades', 'enumeration', 'checkbox'],
    ['amount', 'number', 'number'],
  ]);
  const trades = properties.find(({ name }) => name === 'acculynx_trades');
  expect(trades?.options).toContainEqual({ value: 'Roofing', label: 'Roofing' });
  expect(await refusalOf(asked('another'))).toMatchObject({ code: 'connection.not_found' });
});
