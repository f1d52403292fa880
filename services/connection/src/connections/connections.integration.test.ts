import { describe, expect, test } from '@jest/globals';
import {
  connectionSchema,
  createConnection,
  getConnection,
  getConnectionDefaults,
  getStats,
  listConnections,
  updateConnection,
} from '@ridgeline/contracts';
import { getConnectionSecrets } from '@ridgeline/contracts/internal';
import { Outcome } from '@ridgeline/events';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import {
  sentAuditEvents,
  everythingStored,
  hooks,
  newConnection,
  synced,
  refusalOf,
} from '../testing/connection-api.ts';
import { facts } from '../testing/services-fake.ts';

const under = await apiOfFile();

describe('Saving a connection', () => {
  test('When both vendors accept, then it is stored with their facts, and answers hold masks only', async () => {
    const saved = await under.api.as('acme', 12)(createConnection, { body: newConnection });

    expect(saved).toMatchObject({
      name: 'Waco',
      userId: 12,
      companyId: 'acme',
      acculynxApiKey: '••••1a2b',
      hubspotPat: '••••3c4d',
      acculynxStatus: 'valid',
      acculynxReason: null,
      hubspotStatus: 'valid',
      hubspotReason: null,
      lastCheckedAt: expect.any(String),
      autoSyncNewContacts: false,
      autoSyncNewJobs: false,
      migrateContacts: false,
      migrateJobs: false,
      includeNoEmailContacts: false,
      customEventProcessorUrl: null,
      webhookStatus: 'pending',
      webhookReason: null,
      lastEventAt: null,
      acculynxCompanyId: 'al-9',
      acculynxCompanyName: 'Brazos Roofing',
      acculynxSubscriptionId: null,
      acculynxInstanceTimezone: 'Central Standard Time',
      acculynxBaseUtcOffset: '-06:00:00',
      acculynxAdjustedUtcOffset: '-05:00:00',
      hasInsurance: true,
      hubSpotPortalId: '4711',
      portalId: '4711',
      hubSpotPortalTimezone: 'US/Eastern',
      portalAccountType: 'STANDARD',
      portalUtcOffset: '-05:00',
      portalUtcOffsetMilliseconds: -18_000_000,
      lastSync: null,
      version: 1,
      ...facts.lists,
    });
    expect(await under.api.as('acme')(listConnections)).toEqual([connectionSchema.parse(saved)]);
    expect(await under.api.as('acme')(getConnection, byId(saved.id))).toEqual(saved);
  });

  test('When it says what people migrate over it, then that is stored, and a change leaves what it does not name', async () => {
    const chosen = { migrateContacts: true, migrateJobs: true, includeNoEmailContacts: true };
    const saved = await under.api.as('acme')(createConnection, { body: { ...newConnection, ...chosen } });
    expect(saved).toMatchObject(chosen);
    const changed = await under.api.as('acme')(updateConnection, {
      ...byId(saved.id),
      body: { migrateJobs: false },
    });
    expect(changed).toMatchObject({ ...chosen, migrateJobs: false });
  });

  test('When nothing is stored yet, then the defaults tell the address of the hooks, without a token', async () => {
    expect(await under.api.as('acme')(getConnectionDefaults)).toEqual({
      customEventProcessorUrl: `${hooks}/hooks/acculynx`,
    });
  });

  test('When it says how jobs become deals, then answers and the internal call hold it, and else the defaults', async () => {
    const deals = {
      defaultDealPipeline: 'roofing',
      defaultDealStage: '1234567',
      dealStageByMilestone: { Approved: 'closedwon', 'Job "Invoiced"': '99' },
      jobDetails: ['representative' as const, 'insurance' as const],
      includeDeadJobs: true,
    };
    const saved = await under.api.as('acme')(createConnection, { body: { ...newConnection, ...deals } });
    const plain = await under.api.as('acme')(createConnection, { body: newConnection });
    const defaults = {
      defaultDealPipeline: null,
      defaultDealStage: null,
      dealStageByMilestone: {},
      jobDetails: [],
      includeDeadJobs: false,
    };

    expect(saved).toMatchObject(deals);
    expect(plain).toMatchObject(defaults);
    expect(await under.api.as('acme')(listConnections)).toEqual(
      [saved, plain].map((each) => connectionSchema.parse(each)),
    );
    const secretsOf = ({ id }: { id: number }) =>
      under.api.asService('migration-worker')(getConnectionSecrets, {
        ...byId(id),
        query: { companyId: 'acme' },
      });
    expect((await secretsOf(saved)).deals).toEqual(deals);
    expect((await secretsOf(plain)).deals).toEqual(defaults);
  });

  test('When it was saved before there were settings for deals, then it has the defaults', async () => {
    await under.database.asAdmin(
      `insert into connections (company_id, user_id, name, acculynx_key_hint, hubspot_token_hint)
       values ('acme', 1, 'Old', '1a2b', '3c4d')`,
    );
    expect(await under.api.as('acme')(listConnections)).toMatchObject([
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
      expect(await refusalOf(under.api.as('acme')(createConnection, { body }))).toMatchObject({
        status: 400,
      });
      expect(under.api.services.asked).toHaveLength(0);
    });

  test('When too many keys were tried, then it says how long to wait; validation gets the company that tries', async () => {
    under.api.services.refusal = { code: 'connection.checks_paused', options: { retryAfterSeconds: 290 } };
    const refusal = await refusalOf(under.api.as('acme')(createConnection, { body: newConnection }));
    expect(refusal).toMatchObject({
      status: 429,
      code: 'connection.checks_paused',
      retryAfterSeconds: 290,
    });
    expect(under.api.services.asker).toEqual({ companyId: 'acme', address: '203.0.113.1' });
    expect(await under.api.as('acme')(listConnections)).toEqual([]);
  });

  test('Saving and a refusal by a vendor are recorded in the audit trail, with the user and no secret', async () => {
    const saved = await under.api.as('acme', 12)(createConnection, { body: newConnection });
    under.api.services.refusal = { code: 'connection.hubspot_refused' };
    await refusalOf(
      under.api.as('acme', 12)(createConnection, { body: { ...newConnection, name: 'El Paso' } }),
    );
    const events = await sentAuditEvents(under.database.db);
    const by = { action: 'connection-created', actorId: 12, companyId: 'acme' };
    expect(events).toMatchObject([
      { ...by, outcome: Outcome.DONE, detail: `"Waco" (#${saved.id})` },
      { ...by, outcome: Outcome.REFUSED, detail: expect.stringContaining('"El Paso": HubSpot') },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/canary/);
  });

  test("When the body names another company, then the connection still belongs to the signed-in user's company", async () => {
    const foreign = {
      ...newConnection,
      companyId: 'umbrella',
      id: 99,
      userId: 99,
      acculynxStatus: 'invalid',
    };
    const saved = await under.api.as('acme')(createConnection, { body: foreign });

    expect(saved).toMatchObject({ companyId: 'acme', userId: 1, acculynxStatus: 'valid' });
    expect(await under.api.as('umbrella')(listConnections)).toEqual([]);
  });

  test('When a company saves connections, then its statistics count them, and no others', async () => {
    await under.api.as('acme')(createConnection, { body: newConnection });
    await under.api.as('acme')(createConnection, { body: { ...newConnection, name: 'Austin' } });
    await under.api.as('umbrella')(createConnection, { body: newConnection });

    expect(await under.api.as('acme')(getStats)).toEqual({ connectionCount: 2 });
    expect(await under.api.as('hooli')(getStats)).toEqual({ connectionCount: 0 });
  });

  const standsAgainst = [
    [400, 'connection.acculynx_refused', 'acculynxApiKey'],
    [400, 'connection.hubspot_refused', 'hubspotPat'],
    [502, 'connection.acculynx_unreachable', null],
    [502, 'connection.hubspot_unreachable', null],
    [400, 'connection.pipeline_unknown', 'defaultDealPipeline'],
  ] as const;
  for (const [status, code, field] of standsAgainst)
    test(`When validation answers ${code}, then so does the save, and nothing is stored`, async () => {
      const fields = field === null ? {} : { [field]: 'Why' };
      under.api.services.refusal = { code, options: { text: 'Why it is so', fields } };
      const refusal = await refusalOf(under.api.as('acme')(createConnection, { body: synced }));

      expect(refusal).toMatchObject({ status, code, message: 'Why it is so', fields });
      await under.database.asAdmin('delete from outbox');
      expect(await everythingStored(under.database.db)).toBe('');
      expect(under.api.acculynx.calls).toEqual([]);
    });

  test('When validation is out of reach, then that is our fault and not a vendor', async () => {
    under.api.services.refusal = { code: 'server.failed' };
    const refusal = await refusalOf(under.api.as('acme')(createConnection, { body: newConnection }));
    expect(refusal).toMatchObject({ status: 503, code: 'server.unavailable' });
  });

  test('When name and credentials are too short, then each field has its text and no vendor is asked', async () => {
    const short = { name: ' ab ', acculynxApiKey: '1234', hubspotPat: '' };
    const refusal = await refusalOf(under.api.as('acme')(createConnection, { body: short }));

    expect(refusal).toMatchObject({
      status: 400,
      fields: {
        name: 'Name must be at least 3 characters',
        acculynxApiKey: 'Please enter a valid Acculynx API key',
        hubspotPat: 'Please enter a valid HubSpot Private Access Token',
      },
    });
    expect(under.api.services.asked).toHaveLength(0);
  });
});

describe('Saving with an Idempotency-Key', () => {
  const options = { idempotencyKey: 'once-and-only-once' };

  test('When the same save comes again, then it answers the first connection and asks no vendor again', async () => {
    const first = await under.api.as('acme')(createConnection, { body: newConnection }, options);

    expect(await under.api.as('acme')(createConnection, { body: newConnection }, options)).toEqual(first);
    expect(await under.api.as('acme')(listConnections)).toHaveLength(1);
    expect(under.api.services.asked).toHaveLength(1);
  });

  test('When two come at the same moment, then one connection is stored and both answer it', async () => {
    const [one, other] = await Promise.all([
      under.api.as('acme')(createConnection, { body: newConnection }, options),
      under.api.as('acme')(createConnection, { body: newConnection }, options),
    ]);

    expect(one).toEqual(other);
    expect(await under.api.as('acme')(listConnections)).toHaveLength(1);
  });

  test('When the first one was refused, then the key is free for another try', async () => {
    under.api.services.refusal = { code: 'connection.acculynx_unreachable' };
    await refusalOf(under.api.as('acme')(createConnection, { body: newConnection }, options));
    under.api.services.refusal = null;

    expect(await under.api.as('acme')(createConnection, { body: newConnection }, options)).toMatchObject({
      name: 'Waco',
    });
  });

  test('When the key comes with another body, then it is refused', async () => {
    await under.api.as('acme')(createConnection, { body: newConnection }, options);
    const other = { ...newConnection, name: 'Dallas' };

    expect(await refusalOf(under.api.as('acme')(createConnection, { body: other }, options))).toMatchObject({
      status: 409,
      code: 'request.key_reused',
    });
  });
});
