import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createConnection, getConnection, getStats, listConnections } from '@ridgeline/contracts';
import { getConnectionSecrets, type CredentialCheck } from '@ridgeline/contracts/internal';
import { decodeValue, Outcome, topics } from '@ridgeline/events';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit';
import {
  accepted,
  connectionApi,
  everythingStored,
  newConnection,
  refusalOf,
  type ConnectionApi,
} from '../testing/connection-api.ts';

let database: TestDatabase;
let api: ConnectionApi;

beforeAll(async () => {
  database = await testDatabase('connection');
  api = await connectionApi({ people: database.db, vital: database.db });
}, 60_000);

afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

beforeEach(async () => {
  api.verdicts = accepted;
  api.pauseSeconds = null;
  api.checks = 0;
  await database.asAdmin('truncate connections, data_keys, secrets, idempotency_keys, outbox');
});

const byId = (id: number) => ({ params: { id: String(id) } });

describe('Saving a connection', () => {
  test('When both vendors accept, then it is stored with their facts, and answers hold masks only', async () => {
    const saved = await api.as('acme', 12)(createConnection, { body: newConnection });

    expect(saved).toMatchObject({
      name: 'Waco',
      userId: 12,
      companyId: 'acme',
      acculynxApiKey: '••••1a2b',
      hubspotPat: '••••3c4d',
      acculynxStatus: 'valid',
      hubspotStatus: 'valid',
      webhookStatus: 'pending',
      acculynxCompanyId: 'al-9',
      acculynxCompanyName: 'Brazos Roofing',
      hubSpotPortalId: '4711',
      hubSpotPortalTimezone: 'US/Eastern',
      portalAccountType: 'STANDARD',
      lastSync: null,
    });
    expect(await api.as('acme')(listConnections)).toEqual([saved]);
    expect(await api.as('acme')(getConnection, byId(saved.id))).toEqual(saved);
  });

  test('When it says how jobs become deals, then answers and the internal call hold it, and else the defaults', async () => {
    const deals = {
      defaultDealPipeline: 'roofing',
      defaultDealStage: '1234567',
      dealStageByMilestone: { Approved: 'closedwon', 'Job "Invoiced"': '99' },
      jobDetails: ['representative' as const, 'insurance' as const],
      includeDeadJobs: true,
    };
    const saved = await api.as('acme')(createConnection, { body: { ...newConnection, ...deals } });
    const plain = await api.as('acme')(createConnection, { body: newConnection });
    const defaults = {
      defaultDealPipeline: null,
      defaultDealStage: null,
      dealStageByMilestone: {},
      jobDetails: [],
      includeDeadJobs: false,
    };

    expect(saved).toMatchObject(deals);
    expect(plain).toMatchObject(defaults);
    expect(await api.as('acme')(listConnections)).toEqual([saved, plain]);
    const secretsOf = ({ id }: { id: number }) =>
      api.asService('migration-worker')(getConnectionSecrets, { ...byId(id), query: { companyId: 'acme' } });
    expect((await secretsOf(saved)).deals).toEqual(deals);
    expect((await secretsOf(plain)).deals).toEqual(defaults);
  });

  test('When it was saved before there were settings for deals, then it has the defaults', async () => {
    await database.asAdmin(
      `insert into connections (company_id, user_id, name, acculynx_key_hint, hubspot_token_hint)
       values ('acme', 1, 'Old', '1a2b', '3c4d')`,
    );
    expect(await api.as('acme')(listConnections)).toMatchObject([
      {
        defaultDealPipeline: null,
        defaultDealStage: null,
        dealStageByMilestone: {},
        jobDetails: [],
        includeDeadJobs: false,
      },
    ]);
  });

  const noDealSettings: [string, object][] = [
    ['a pipeline that no database can hold', { defaultDealPipeline: 'a\u0000b' }],
    ['a milestone that no database can hold', { dealStageByMilestone: { 'a\u0000b': '1' } }],
    ['a stage without a name', { dealStageByMilestone: { Lead: ' ' } }],
    ['an unknown detail', { jobDetails: ['everything'] }],
    [
      'more milestones than there are',
      { dealStageByMilestone: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`M${at}`, '1'])) },
    ],
  ];
  for (const [what, settings] of noDealSettings)
    test(`When it names ${what}, then it is refused and no vendor is asked`, async () => {
      const body = { ...newConnection, ...settings };
      expect(await refusalOf(api.as('acme')(createConnection, { body }))).toMatchObject({ status: 400 });
      expect(api.checks).toBe(0);
    });

  test('When too many keys were tried, then it says for how long to wait; who tries is told to validation', async () => {
    api.pauseSeconds = 290;
    const refusal = await refusalOf(api.as('acme')(createConnection, { body: newConnection }));
    expect(refusal).toMatchObject({
      status: 429,
      code: 'connection.checks_paused',
      retryAfterSeconds: 290,
    });
    expect(api.asker).toEqual({ companyId: 'acme', address: '203.0.113.1' });
    expect(await api.as('acme')(listConnections)).toEqual([]);
  });

  test('Saving and a refusal by a vendor are told to the audit trail, with whoever did it and no secret', async () => {
    const saved = await api.as('acme', 12)(createConnection, { body: newConnection });
    api.verdicts = { ...accepted, hubspot: { verdict: 'refused', reason: 'gone' } };
    await refusalOf(api.as('acme', 12)(createConnection, { body: { ...newConnection, name: 'El Paso' } }));
    const told = await database.db.forSystem((tx) =>
      tx.query<{ value: Uint8Array }>('select value from outbox order by id'),
    );
    const deeds = told.map(({ value }) => decodeValue(topics.auditEntry, value));
    const by = { action: 'connection-created', actorId: 12, companyId: 'acme' };
    expect(deeds).toMatchObject([
      { ...by, outcome: Outcome.DONE, detail: `"Waco" (#${saved.id})` },
      { ...by, outcome: Outcome.REFUSED, detail: expect.stringContaining('"El Paso": HubSpot') },
    ]);
    expect(JSON.stringify(deeds)).not.toMatch(/canary/);
  });

  test("When the body names another company, then the connection is the signed-in user's company's all the same", async () => {
    const foreign = {
      ...newConnection,
      companyId: 'umbrella',
      id: 99,
      userId: 99,
      acculynxStatus: 'invalid',
    };
    const saved = await api.as('acme')(createConnection, { body: foreign });

    expect(saved).toMatchObject({ companyId: 'acme', userId: 1, acculynxStatus: 'valid' });
    expect(await api.as('umbrella')(listConnections)).toEqual([]);
  });

  test('When a company saves connections, then its statistics count them, and no others', async () => {
    await api.as('acme')(createConnection, { body: newConnection });
    await api.as('acme')(createConnection, { body: { ...newConnection, name: 'Austin' } });
    await api.as('umbrella')(createConnection, { body: newConnection });

    expect(await api.as('acme')(getStats)).toEqual({ connectionCount: 2 });
    expect(await api.as('hooli')(getStats)).toEqual({ connectionCount: 0 });
  });

  const standsAgainst: [string, Partial<CredentialCheck>, object][] = [
    [
      'AccuLynx refuses the key',
      { acculynx: { verdict: 'refused', reason: 'HTTP 401' } },
      { status: 400, code: 'connection.acculynx_refused', fields: { acculynxApiKey: expect.any(String) } },
    ],
    [
      'HubSpot refuses the token',
      { hubspot: { verdict: 'refused', reason: 'HTTP 401' } },
      { status: 400, code: 'connection.hubspot_refused', fields: { hubspotPat: expect.any(String) } },
    ],
    [
      'the token lacks a scope',
      { hubspot: { verdict: 'scope_missing', scopes: ['crm.objects.contacts.write'] } },
      {
        status: 400,
        code: 'connection.hubspot_scope_missing',
        message: expect.stringContaining('crm.objects.contacts.write'),
      },
    ],
    [
      'AccuLynx is out of reach',
      { acculynx: { verdict: 'unreachable', reason: 'did not answer' } },
      { status: 502, code: 'connection.acculynx_unreachable', fields: {} },
    ],
    [
      'HubSpot is out of reach',
      { hubspot: { verdict: 'unreachable', reason: 'did not answer' } },
      { status: 502, code: 'connection.hubspot_unreachable', fields: {} },
    ],
  ];
  for (const [what, verdict, error] of standsAgainst)
    test(`When ${what}, then the answer says so and nothing is stored`, async () => {
      api.verdicts = { ...accepted, ...verdict };

      expect(await refusalOf(api.as('acme')(createConnection, { body: newConnection }))).toMatchObject(error);
      expect(await everythingStored(database.db)).toBe('');
    });

  test('When name and credentials are too short, then each field has its text and no vendor is asked', async () => {
    const short = { name: ' ab ', acculynxApiKey: '1234', hubspotPat: '' };
    const refusal = await refusalOf(api.as('acme')(createConnection, { body: short }));

    expect(refusal).toMatchObject({
      status: 400,
      fields: {
        name: 'Name must be at least 3 characters',
        acculynxApiKey: 'Please enter a valid Acculynx API key',
        hubspotPat: 'Please enter a valid HubSpot Private Access Token',
      },
    });
    expect(api.checks).toBe(0);
  });
});

describe('Saving with an Idempotency-Key', () => {
  const options = { idempotencyKey: 'once-and-only-once' };

  test('When the same save comes again, then it answers the first connection and asks no vendor again', async () => {
    const first = await api.as('acme')(createConnection, { body: newConnection }, options);

    expect(await api.as('acme')(createConnection, { body: newConnection }, options)).toEqual(first);
    expect(await api.as('acme')(listConnections)).toHaveLength(1);
    expect(api.checks).toBe(1);
  });

  test('When two come at the same moment, then one connection is stored and both answer it', async () => {
    const [one, other] = await Promise.all([
      api.as('acme')(createConnection, { body: newConnection }, options),
      api.as('acme')(createConnection, { body: newConnection }, options),
    ]);

    expect(one).toEqual(other);
    expect(await api.as('acme')(listConnections)).toHaveLength(1);
  });

  test('When the first one was refused, then the key is free for another try', async () => {
    api.verdicts = { ...accepted, acculynx: { verdict: 'unreachable', reason: 'did not answer' } };
    await refusalOf(api.as('acme')(createConnection, { body: newConnection }, options));
    api.verdicts = accepted;

    expect(await api.as('acme')(createConnection, { body: newConnection }, options)).toMatchObject({
      name: 'Waco',
    });
  });

  test('When the key comes with another body, then it is refused', async () => {
    await api.as('acme')(createConnection, { body: newConnection }, options);
    const other = { ...newConnection, name: 'Dallas' };

    expect(await refusalOf(api.as('acme')(createConnection, { body: other }, options))).toMatchObject({
      status: 409,
      code: 'request.key_reused',
    });
  });
});
