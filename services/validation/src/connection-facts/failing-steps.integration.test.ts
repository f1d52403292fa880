import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SaveStepName } from '@ridgeline/contracts';
import { hubspotVersion } from '@ridgeline/hubspot';
import { simulatedCompanies, type SimulatedCompany } from '../testing/simulated-companies.ts';
import { refusalOf, startValidationApi, type ValidationApi } from '../testing/validation-api.ts';

type Fault = Parameters<ValidationApi['simulators']['simulation']['faults']['add']>[0];

let api: ValidationApi;
const { aCompany, save, endOf, writesTo } = simulatedCompanies(() => api);

beforeAll(async () => {
  api = await startValidationApi();
}, 60_000);

afterAll(async () => {
  await api[Symbol.asyncDispose]();
});

beforeEach(() => {
  api.simulators.simulation.faults.clear();
});

const acculynxPaths: Partial<Record<SaveStepName, string>> = {
  'acculynx-location': '/api/v2/company-settings',
  'contact-types': '/api/v2/contacts/contact-types',
  'work-types': '/api/v2/company-settings/job-file-settings/work-types',
  'insurance-companies': '/api/v2/company-settings/job-file-settings/insurance-companies',
  'job-categories': '/api/v2/company-settings/job-file-settings/job-categories',
  'trade-types': '/api/v2/company-settings/job-file-settings/trade-types',
  'lead-sources': '/api/v2/company-settings/leads/lead-sources',
};
const hubspotPaths: Partial<Record<SaveStepName, string>> = {
  'hubspot-portal': '/account-info/**',
  'hubspot-properties': `/crm/properties/${hubspotVersion}/contacts`,
  'portal-options': `/crm/properties/${hubspotVersion}/deals`,
};
const nothingSaved = /\. Nothing was saved; please try again in a moment\.$/;

async function expectFailure(step: SaveStepName, fault: Fault, expected: object): Promise<void> {
  const company = aCompany();
  // The third step reads the list of deals' properties too.
  const after = step === 'portal-options' ? 1 : 0;
  api.simulators.simulation.faults.add({ ...fault, after, companyId: company.companyId });
  const { operationId, answer } = save(company);
  const refusal = await refusalOf(answer);

  expect(refusal).toMatchObject(expected);
  const told = api.told.get(operationId) ?? [];
  expect(told.at(-1)).toEqual({ step, state: 'error', text: refusal.message });
  expect(told.filter(({ state }) => state === 'error')).toHaveLength(1);
  // Nothing is left at either vendor.
  expect(writesTo(company)).toBe(0);
  expect(subscriptionCallsOf(company)).toBe(0);
}

/** The requests for AccuLynx' subscriptions; the connection service handles these, after all of these steps. */
const subscriptionCallsOf = ({ companyId }: SimulatedCompany): number =>
  api.simulators.simulation.log.list({
    vendor: 'acculynx',
    companyId,
    path: (called) => called.startsWith('/webhooks/'),
  }).length;

describe('A step that fails ends the save with the same text', () => {
  const steps = [
    ...Object.entries(acculynxPaths).map((entry) => ['acculynx', ...entry] as const),
    ...Object.entries(hubspotPaths).map((entry) => ['hubspot', ...entry] as const),
  ] as [Fault['vendor'], SaveStepName, string][];

  test.each(steps)('%s: %s is answered with 401', async (vendor, step, path) => {
    const field = vendor === 'acculynx' ? 'acculynxApiKey' : 'hubspotPat';
    await expectFailure(
      step,
      { vendor, path, effect: { kind: 'http-error', status: 401 } },
      { status: 400, code: `connection.${vendor}_refused`, fields: { [field]: expect.any(String) } },
    );
  });

  test.each(steps)('%s: %s is answered with 503, again and again', async (vendor, step, path) => {
    await expectFailure(
      step,
      { vendor, path, effect: { kind: 'http-error', status: 503 } },
      { status: 502, code: `connection.${vendor}_unreachable`, message: expect.stringMatching(nothingSaved) },
    );
  });

  const unreachable = (vendor: Fault['vendor']) => ({
    status: 502,
    code: `connection.${vendor}_unreachable`,
  });
  const kinds = [
    ['500, again and again', { kind: 'http-error', status: 500 }],
    ['429 for a minute', { kind: 'rate-limit', policy: 'key', retryAfterSeconds: 60 }],
    ['half of a body', { kind: 'garble', body: 'half' }],
    ['a page', { kind: 'garble', body: 'html' }],
  ] as const satisfies readonly (readonly [string, Fault['effect']])[];
  for (const [what, effect] of kinds)
    test.each(steps)(`%s: %s is answered with ${what}`, async (vendor, step, path) => {
      await expectFailure(step, { vendor, path, effect }, unreachable(vendor));
    });

  const others: [string, Fault['vendor'], SaveStepName, Fault['effect'], object][] = [
    [
      'AccuLynx forbids the list',
      'acculynx',
      'lead-sources',
      { kind: 'http-error', status: 403 },
      { code: 'connection.acculynx_refused' },
    ],
    [
      'AccuLynx has no such location',
      'acculynx',
      'acculynx-location',
      { kind: 'http-error', status: 404 },
      {
        code: 'connection.acculynx_unreachable',
        message: expect.stringContaining('unexpected way (HTTP 404)'),
      },
    ],
    [
      "AccuLynx' limit is used up",
      'acculynx',
      'work-types',
      { kind: 'rate-limit', policy: 'key', retryAfterSeconds: 60 },
      { code: 'connection.acculynx_unreachable', message: expect.stringContaining('rate limit') },
    ],
    [
      'AccuLynx answers with half of the list',
      'acculynx',
      'insurance-companies',
      { kind: 'garble', body: 'half' },
      { code: 'connection.acculynx_unreachable', message: expect.stringContaining('cannot be read') },
    ],
    [
      'AccuLynx does not answer',
      'acculynx',
      'job-categories',
      { kind: 'hang' },
      { code: 'connection.acculynx_unreachable', message: expect.stringMatching(/in time/) },
    ],
    [
      'HubSpot does not answer',
      'hubspot',
      'hubspot-portal',
      { kind: 'hang' },
      { code: 'connection.hubspot_unreachable', message: expect.stringMatching(/in time/) },
    ],
    [
      "HubSpot's daily limit is used up",
      'hubspot',
      'hubspot-properties',
      { kind: 'rate-limit', policy: 'daily' },
      { code: 'connection.hubspot_unreachable', message: expect.stringContaining('rate limit') },
    ],
    [
      'HubSpot answers with HTML',
      'hubspot',
      'portal-options',
      { kind: 'garble', body: 'html' },
      { code: 'connection.hubspot_unreachable' },
    ],
  ];
  test.each(others)(
    'When %s',
    async (_what, vendor, step, effect, expected) => {
      const path = { ...acculynxPaths, ...hubspotPaths }[step] ?? '';
      await expectFailure(step, { vendor, path, effect }, expected);
    },
    30_000,
  );

  test('When the token lacks scopes, then each is named, those of deals too, and the field is blamed', async () => {
    const { operationId, answer } = save(
      aCompany([
        'oauth',
        'crm.objects.contacts.read',
        'crm.objects.contacts.write',
        'crm.schemas.contacts.read',
      ]),
    );
    const refusal = await refusalOf(answer);
    expect(refusal).toMatchObject({ status: 400, code: 'connection.hubspot_scope_missing' });
    expect(refusal.message).toBe(
      'The HubSpot token lacks permissions that the connection needs: crm.schemas.contacts.write, ' +
        'crm.objects.deals.read, crm.objects.deals.write, crm.schemas.deals.read, crm.schemas.deals.write. ' +
        'Those of deals are needed because jobs become deals.',
    );
    expect(refusal.fields).toEqual({ hubspotPat: refusal.message });
    expect(endOf(operationId)['hubspot-portal']).toBe(`error: ${refusal.message}`);
  });

  test('When both credentials are wrong, then one answer names both fields', async () => {
    const wrong = { acculynxApiKey: 'acculynx-canary-x', hubspotPat: 'pat-na1-hubspot-canary-x' };
    const refusal = await refusalOf(save({ ...aCompany(), ...wrong }).answer);
    expect(Object.keys(refusal.fields)).toEqual(['acculynxApiKey', 'hubspotPat']);
  });

  test.each([
    ['pipeline', { defaultDealPipeline: 'gone' }, 'defaultDealPipeline'],
    ['stage of the default pipeline', { defaultDealStage: 'gone' }, 'defaultDealStage'],
  ])('When the chosen %s does not exist, then its field is blamed', async (_what, chosen, field) => {
    const { operationId, answer } = save(aCompany(), chosen);
    expect(await refusalOf(answer)).toMatchObject({
      status: 400,
      code: 'connection.pipeline_unknown',
      fields: { [field]: expect.any(String) },
    });
    expect(endOf(operationId)['hubspot-portal']).toMatch(/^error: /);
  });
});

describe('Credentials of other accounts than the connection has', () => {
  test.each([
    [
      'acculynx-location',
      { acculynxCompanyId: 'another' },
      'connection.other_acculynx_company',
      'acculynxApiKey',
    ],
    ['hubspot-portal', { hubSpotPortalId: '1' }, 'connection.other_hubspot_portal', 'hubspotPat'],
  ] as const)('At %s they end the save before anything is written', async (step, known, code, field) => {
    const company = aCompany();
    const { operationId, answer } = save(company, known);
    const refusal = await refusalOf(answer);

    expect(refusal).toMatchObject({ status: 409, code, fields: { [field]: refusal.message } });
    expect((api.told.get(operationId) ?? []).at(-1)).toEqual({
      step,
      state: 'error',
      text: refusal.message,
    });
    expect(writesTo(company)).toBe(0);
  });

  test('When they belong to the accounts that are known, then the save continues', async () => {
    const company = aCompany();
    const { acculynx } = await save(company).answer;
    const known = { acculynxCompanyId: acculynx.companyId, hubSpotPortalId: company.portalId };
    expect((await save(company, known).answer).acculynx).toEqual(acculynx);
  });
});

test('When all of this was done, then no log line and no reported step contains a credential', () => {
  const told = JSON.stringify([...api.told.values()]);
  expect(told.length).toBeGreaterThan(100);
  expect([told, ...api.logLines].join('\n')).not.toContain('canary');
});
