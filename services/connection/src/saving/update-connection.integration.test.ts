import { describe, expect, test } from '@jest/globals';
import {
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  renameConnection,
  updateConnection,
  type ConnectionChange,
} from '@ridgeline/contracts';
import { getConnectionSecrets } from '@ridgeline/contracts/internal';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import {
  canaries,
  publishedChanges,
  sentAuditEvents,
  newConnection,
  refusalOf,
} from '../testing/connection-api.ts';
import { facts } from '../testing/services-fake.ts';

const under = await apiOfFile();
const acme = () => under.api.as('acme');
const aConnection = () => acme()(createConnection, { body: newConnection });
const change = (id: number, body: ConnectionChange) => acme()(updateConnection, { ...byId(id), body });
const secretsOf = async (id: number, companyId = 'acme') => {
  const input = { ...byId(id), query: { companyId } };
  const { acculynxApiKey, hubspotPat } = await under.api.asService('validation')(getConnectionSecrets, input);
  return { acculynxApiKey, hubspotPat };
};

describe('Changing a connection', () => {
  test('When only settings change that no vendor knows, then the rest stays and no vendor is asked', async () => {
    const { id } = await aConnection();
    under.api.services.asked.length = 0;
    const changed = await change(id, { includeDeadJobs: true, migrateJobs: true });

    expect(changed).toMatchObject({
      name: 'Waco',
      includeDeadJobs: true,
      migrateJobs: true,
      acculynxCompanyName: 'Brazos Roofing',
      version: 2,
      ...facts.lists,
    });
    expect(await secretsOf(id)).toEqual(canaries);
    expect(under.api.services.asked).toEqual([]);
    expect(await acme()(getConnection, byId(id))).toEqual(changed);
  });

  test('When masks are sent, then they keep both secrets, and the vendors are asked with what is stored', async () => {
    const { id, acculynxApiKey, hubspotPat } = await aConnection();
    const operationId = '0b54c0aa-91d2-4f11-8f6e-000d3a5b7c01';
    await change(id, { name: 'Waco North', acculynxApiKey, hubspotPat, operationId });

    expect(await secretsOf(id)).toEqual(canaries);
    expect(under.api.services.asked.at(-1)).toEqual({
      apiKey: canaries.acculynxApiKey,
      token: canaries.hubspotPat,
      companyId: 'acme',
      operationId,
      known: { acculynxCompanyId: 'al-9', hubSpotPortalId: '4711' },
    });
  });

  test('When one secret is replaced, then it is stored with the other, facts are read again and masks follow', async () => {
    const { id } = await aConnection();
    under.api.services.facts = { ...facts, acculynx: { ...facts.acculynx, companyName: 'Brazos & Sons' } };
    const changed = await change(id, { acculynxApiKey: 'another-acculynx-key-9z8y' });

    expect(changed).toMatchObject({ acculynxApiKey: '••••9z8y', acculynxCompanyName: 'Brazos & Sons' });
    expect(await secretsOf(id)).toEqual({ ...canaries, acculynxApiKey: 'another-acculynx-key-9z8y' });
  });

  const otherAccounts = [
    ['connection.other_acculynx_company', 'acculynxApiKey'],
    ['connection.other_hubspot_portal', 'hubspotPat'],
  ] as const;
  for (const [code, field] of otherAccounts)
    test(`When validation finds ${code}, given the stored accounts, then all stays unchanged`, async () => {
      const before = await aConnection();
      under.api.services.refusal = { code, options: { fields: { [field]: 'Why' } } };
      const body = { name: 'Mixed', [field]: 'a-secret-of-another-firm' };

      expect(await refusalOf(change(before.id, body))).toMatchObject({
        status: 409,
        code,
        fields: { [field]: 'Why' },
      });
      expect(under.api.services.asked.at(-1)?.known).toEqual({
        acculynxCompanyId: 'al-9',
        hubSpotPortalId: '4711',
      });
      expect(await acme()(getConnection, byId(before.id))).toEqual(before);
      expect(await secretsOf(before.id)).toEqual(canaries);
    });

  test('When AccuLynx cannot tell a list, then what is stored of it stays', async () => {
    const { id } = await aConnection();
    const before = await acme()(getConnection, byId(id));
    const lists = { ...facts.lists, workTypes: null, insuranceCompanies: null, tradeTypes: [] };
    under.api.services.facts = { ...facts, lists };
    expect(await change(id, { operationId: '0b54c0aa-91d2-4f11-8f6e-000d3a5b7c01' })).toMatchObject({
      workTypes: before.workTypes,
      insuranceCompanies: before.insuranceCompanies,
      hasInsurance: true,
      tradeTypes: [],
    });
    expect(before.workTypes).not.toEqual([]);
  });

  test('When a vendor refuses, then what worked stays, and the audit trail has an entry', async () => {
    const before = await aConnection();
    under.api.services.refusal = { code: 'connection.hubspot_refused' };

    expect(await refusalOf(change(before.id, { hubspotPat: 'not-accepted' }))).toMatchObject({
      code: 'connection.hubspot_refused',
    });
    expect(await acme()(getConnection, byId(before.id))).toEqual(before);
    expect(await secretsOf(before.id)).toEqual(canaries);
    expect((await sentAuditEvents(under.database.db)).at(-1)).toMatchObject({ action: 'connection-changed' });
  });

  test('When another user changed it since it was opened, then nothing is overwritten', async () => {
    const { id, version } = await aConnection();
    await acme()(renameConnection, { ...byId(id), body: { name: 'Waco South' } });

    expect(await refusalOf(change(id, { name: 'Mine', version }))).toMatchObject({
      status: 409,
      code: 'connection.changed_meanwhile',
    });
    expect((await acme()(getConnection, byId(id))).name).toBe('Waco South');
  });

  test('Each change is published with an increasing revision, and the audit trail names the fields but no value', async () => {
    const { id } = await aConnection();
    await change(id, { includeDeadJobs: true, hubspotPat: 'another-canary-token' });
    await acme()(renameConnection, { ...byId(id), body: { name: 'Waco South' } });
    await acme()(deleteConnection, byId(id));

    const told = await publishedChanges(under.database.db);
    expect(told.map(({ revision, deleted }) => [revision, deleted])).toEqual([
      [2, false],
      [3, false],
      [4, false],
      [5, true],
    ]);
    const events = await sentAuditEvents(under.database.db);
    expect(events.map(({ action, detail }) => [action, detail])).toEqual([
      ['connection-created', `"Waco" (#${id})`],
      ['connection-changed', `"Waco" (#${id}): dead jobs, HubSpot token`],
      ['connection-renamed', `"Waco South" (#${id})`],
      ['connection-deleted', `"Waco South" (#${id})`],
    ]);
  });

  test("When another company's user tries, then it does not exist for any of the calls", async () => {
    const before = await aConnection();
    const stranger = under.api.as('umbrella');
    const calls = [
      stranger(updateConnection, { ...byId(before.id), body: { name: 'Stolen' } }),
      stranger(renameConnection, { ...byId(before.id), body: { name: 'Stolen' } }),
      stranger(deleteConnection, byId(before.id)),
    ];
    for (const call of calls)
      expect(await refusalOf(call)).toMatchObject({ status: 404, code: 'connection.not_found' });
    const copy = { ...newConnection, acculynxApiKey: '••••1a2b', sourceConnectionId: before.id };
    expect(await refusalOf(stranger(createConnection, { body: copy }))).toMatchObject({
      code: 'connection.source_deleted',
    });
    expect(await acme()(getConnection, byId(before.id))).toEqual(before);
  });
});

describe('The company of a connection', () => {
  test('When a user who is no administrator names one, then their own is used', async () => {
    const { id } = await aConnection();
    expect(await change(id, { companyId: 'umbrella' })).toMatchObject({ companyId: 'acme' });
  });

  test('When an administrator names one that does not exist, then the field says so and nothing is saved', async () => {
    const { id } = await aConnection();
    const administrator = under.api.as('acme', 9, true);
    for (const companyId of ['unknown', '../..', ' ', 'a\u0000b']) {
      const refusals = [
        refusalOf(administrator(updateConnection, { ...byId(id), body: { companyId } })),
        refusalOf(administrator(createConnection, { body: { ...newConnection, companyId } })),
      ];
      for (const refusal of await Promise.all(refusals))
        expect(refusal).toMatchObject({
          status: 400,
          fields: { companyId: 'There is no company with this ID' },
        });
    }
    expect((await acme()(listConnections)).map(({ companyId }) => companyId)).toEqual(['acme']);
  });

  test('When a migration begins while the vendors are asked for a move, then the connection stays', async () => {
    const { id } = await aConnection();
    under.api.services.whileReading = () => {
      under.api.services.openMigrations = 1;
      return Promise.resolve();
    };
    const operationId = '0b54c0aa-91d2-4f11-8f6e-000d3a5b7c01';
    const move = under.api.as(
      'acme',
      9,
      true,
    )(updateConnection, { ...byId(id), body: { companyId: 'umbrella', operationId } });
    expect(await refusalOf(move)).toMatchObject({ code: 'connection.migrations_open' });
    expect((await acme()(getConnection, byId(id))).companyId).toBe('acme');
  });

  test('When an administrator names one, then the connection moves with its secrets, unless a migration is open', async () => {
    const { id } = await aConnection();
    const administrator = under.api.as('acme', 9, true);
    const move = () => administrator(updateConnection, { ...byId(id), body: { companyId: 'umbrella' } });
    under.api.services.openMigrations = 1;
    expect(await refusalOf(move())).toMatchObject({ status: 409, code: 'connection.migrations_open' });
    under.api.services.openMigrations = 0;

    expect(await move()).toMatchObject({ id, companyId: 'umbrella' });
    expect(await acme()(listConnections)).toEqual([]);
    expect(await under.api.as('umbrella')(listConnections)).toHaveLength(1);
    expect(await secretsOf(id, 'umbrella')).toEqual(canaries);
    const made = await administrator(createConnection, { body: { ...newConnection, companyId: 'hooli' } });
    expect(made).toMatchObject({ companyId: 'hooli', userId: 9 });
  });
});

describe('At the same time', () => {
  test('When two change one connection, then one gets a conflict', async () => {
    const { id } = await aConnection();
    const bothRead = Promise.withResolvers<undefined>();
    let reading = 0;
    under.api.services.whileReading = async () => {
      reading += 1;
      if (reading === 2) bothRead.resolve(undefined);
      await bothRead.promise;
    };
    const results = await Promise.allSettled([
      change(id, { name: 'First', hubspotPat: 'token-of-the-first' }),
      change(id, { name: 'Second', hubspotPat: 'token-of-the-second' }),
    ]);

    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost.map(({ reason }) => (reason as { code: string }).code)).toEqual([
      'connection.changed_meanwhile',
    ]);
    const stored = await acme()(getConnection, byId(id));
    expect(stored.version).toBe(2);
    expect((await secretsOf(id)).hubspotPat).toBe(`token-of-the-${stored.name.toLowerCase()}`);
  });

  test('When it is deleted while a user changes it, then the change finds it gone and nothing is left', async () => {
    const { id } = await aConnection();
    under.api.services.whileReading = async () => {
      await acme()(deleteConnection, byId(id));
    };
    const body = { autoSyncNewJobs: true, hubspotPat: 'another-canary-token' };

    expect(await refusalOf(change(id, body))).toMatchObject({ status: 404, code: 'connection.not_found' });
    expect(under.api.acculynx.subscriptions.size).toBe(0);
    expect((await publishedChanges(under.database.db)).at(-1)).toMatchObject({
      connectionId: id,
      deleted: true,
    });
  });

  test('When two delete it, then one does and the other finds it gone', async () => {
    const { id } = await aConnection();
    const results = await Promise.allSettled([
      acme()(deleteConnection, byId(id)),
      acme()(deleteConnection, byId(id)),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await publishedChanges(under.database.db)).filter(({ deleted }) => deleted)).toHaveLength(1);
  });
});
