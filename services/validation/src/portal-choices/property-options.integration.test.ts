import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { defaultDealSettings, listPropertyOptions, validateHubspotProperties } from '@ridgeline/contracts';
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

test('The lists of a kind have the options of the portal; other companies get none', async () => {
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
