import { expect, test } from '@jest/globals';
import { startBench } from '../../testing/bench.ts';

const rule = { ruleType: 'ALPHANUMERIC', ruleArguments: ['NUMERIC_ONLY'], shouldApplyNormalization: false };

test('The rules that admins set for values are listed by object and by property, under each version', async () => {
  await using bench = await startBench();
  const path = '/crm/property-validations/2026-03';
  expect((await bench.hubspot('GET', `${path}/0-1`)).body).toEqual({ results: [] });
  const rules = [{ propertyName: 'zip', propertyValidationRules: [rule] }];
  await bench.control('PUT', `/hubspot/${bench.portalId}/validations/contacts`, rules);
  for (const versioned of [path, '/crm/property-validations/2026-09', '/crm/v3/property-validations'])
    expect((await bench.hubspot('GET', `${versioned}/0-1`)).body).toEqual({ results: rules });
  expect((await bench.hubspot('GET', `${path}/0-1/zip`)).body).toEqual({ results: [rule] });
  expect((await bench.hubspot('GET', `${path}/0-1/city`)).body).toEqual({ results: [] });
  expect((await bench.hubspot('GET', `${path}/0-3`)).body).toEqual({ results: [] });
  expect((await bench.hubspot('GET', `${path}/0-99`)).status).toBe(400);
});
