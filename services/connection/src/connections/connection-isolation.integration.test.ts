import { describe, expect, test } from '@jest/globals';
import { createConnection, getConnection, listConnections, type ApiError } from '@ridgeline/contracts';
import {
  getConnectionForService,
  getConnectionSecrets,
  getManyConnectionSecrets,
  getSyncedConnection,
} from '@ridgeline/contracts/internal';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { canaries, everythingStored, newConnection, refusalOf, synced } from '../testing/connection-api.ts';

const under = await apiOfFile();
const ofCompany = (companyId: string, id: number) => ({ ...byId(id), query: { companyId } });

describe('Companies apart', () => {
  test("When a user asks for another company's connection, then it does not exist", async () => {
    const { id } = await under.api.as('acme')(createConnection, { body: newConnection });

    expect(await refusalOf(under.api.as('umbrella')(getConnection, byId(id)))).toMatchObject({
      status: 404,
      code: 'connection.not_found',
    });
    expect(await under.api.as('umbrella')(listConnections)).toEqual([]);
  });

  test('When a service names the wrong company, then the connection does not exist for it either', async () => {
    const { id } = await under.api.as('acme')(createConnection, { body: newConnection });
    const worker = under.api.asService('migration-worker');

    for (const endpoint of [getConnectionForService, getConnectionSecrets, getSyncedConnection])
      expect(await refusalOf(worker(endpoint, ofCompany('umbrella', id)))).toMatchObject({ status: 404 });
    const body = { connections: [{ connectionId: id, companyId: 'umbrella' }] };
    expect(await worker(getManyConnectionSecrets, { body })).toEqual({ secrets: [] });
  });

  test('When a query forgets the company, then row-level security still hides all others', async () => {
    await under.api.as('acme')(createConnection, { body: synced });
    for (const table of ['connections', 'data_keys', 'secrets', 'webhook_tokens'])
      expect(
        await under.database.db.forCompany('umbrella', (tx) => tx.query(`select company_id from ${table}`)),
      ).toEqual([]);
  });

  test('When no user is signed in, then nothing is returned', async () => {
    const anonymous = under.api.asAnybody();

    expect(await refusalOf(anonymous(listConnections))).toMatchObject({ status: 401 });
    expect(await refusalOf(anonymous(createConnection, { body: newConnection }))).toMatchObject({
      status: 401,
    });
  });
});

describe('The secrets', () => {
  test.each(['migration-worker', 'validation'])('When %s asks, then it gets them', async (service) => {
    const { id } = await under.api.as('acme')(createConnection, { body: newConnection });

    expect(await under.api.asService(service)(getConnectionSecrets, ofCompany('acme', id))).toEqual({
      connectionId: id,
      companyId: 'acme',
      hubSpotPortalId: '4711',
      deals: {
        defaultDealPipeline: null,
        defaultDealStage: null,
        dealStageByMilestone: {},
        jobDetails: [],
        includeDeadJobs: false,
      },
      ...canaries,
    });
  });

  test('When a person or any other service asks, then they are refused, while masks are for every service', async () => {
    const { id } = await under.api.as('acme')(createConnection, { body: newConnection });
    const orchestrator = under.api.asService('migration-orchestrator');

    expect(await refusalOf(orchestrator(getConnectionSecrets, ofCompany('acme', id)))).toMatchObject({
      status: 403,
    });
    const body = { connections: [{ connectionId: id, companyId: 'acme' }] };
    expect(await refusalOf(orchestrator(getManyConnectionSecrets, { body }))).toMatchObject({ status: 403 });
    expect(await refusalOf(under.api.as('acme')(getConnectionSecrets, ofCompany('acme', id)))).toMatchObject({
      status: 401,
    });
    expect(await orchestrator(getConnectionForService, ofCompany('acme', id))).toMatchObject({
      acculynxApiKey: '••••1a2b',
    });
  });

  test('When a worker asks for connections of several companies, then it gets each that its company has', async () => {
    const [ours, theirs] = [
      await under.api.as('acme')(createConnection, { body: newConnection }),
      await under.api.as('umbrella')(createConnection, { body: newConnection }),
    ];
    const connections = [
      { connectionId: ours.id, companyId: 'acme' },
      { connectionId: theirs.id, companyId: 'umbrella' },
      { connectionId: 404, companyId: 'acme' },
    ];
    const { secrets } = await under.api.asService('migration-worker')(getManyConnectionSecrets, {
      body: { connections },
    });
    expect(secrets.toSorted((one, other) => one.connectionId - other.connectionId)).toMatchObject([
      { connectionId: ours.id, companyId: 'acme', ...canaries },
      { connectionId: theirs.id, companyId: 'umbrella', ...canaries },
    ]);
  });

  test("When a ciphertext is swapped for another company's in the database, then reading fails and shows nothing", async () => {
    const [ours, theirs] = [
      await under.api.as('acme')(createConnection, { body: newConnection }),
      await under.api.as('umbrella')(createConnection, { body: newConnection }),
    ];
    await under.database.asAdmin(
      `update secrets s set ciphertext = o.ciphertext from secrets o
       where s.field = o.field and s.connection_id = ${ours.id} and o.connection_id = ${theirs.id}`,
      `update data_keys k set wrapped = o.wrapped from data_keys o
       where k.connection_id = ${ours.id} and o.connection_id = ${theirs.id}`,
    );
    const refusal = await refusalOf(
      under.api.asService('validation')(getConnectionSecrets, ofCompany('acme', ours.id)),
    );

    expect(refusal).toMatchObject({ status: 500, code: 'server.failed' });
  });

  test('When connections are saved, refused and read, then the secrets are in no row, no log line and no error', async () => {
    const seen: string[] = [];
    const note = (error: ApiError): void => void seen.push(JSON.stringify(error.body), String(error.stack));
    const { id } = await under.api.as('acme')(
      createConnection,
      { body: newConnection },
      { idempotencyKey: 'canary-key' },
    );
    await under.api.asService('validation')(getConnectionSecrets, ofCompany('acme', id));
    under.api.services.refusal = { code: 'connection.hubspot_refused' };
    note(await refusalOf(under.api.as('acme')(createConnection, { body: newConnection })));
    note(await refusalOf(under.api.as('acme')(createConnection, { body: { ...newConnection, name: '' } })));
    await under.database.asAdmin(`update secrets set ciphertext = '\\x00'`);
    note(await refusalOf(under.api.asService('validation')(getConnectionSecrets, ofCompany('acme', id))));

    const everything = [await everythingStored(under.database.db), ...under.api.logLines, ...seen].join('\n');
    expect(everything).toContain('connection.hubspot_refused');
    expect(everything).toContain('a stored secret cannot be opened');
    for (const canary of Object.values(canaries))
      for (const encoding of ['utf8', 'hex', 'base64'] as const)
        expect(everything).not.toContain(Buffer.from(canary).toString(encoding).replace(/=+$/, ''));
  });
});
