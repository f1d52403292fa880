import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  ApiError,
  createConnection,
  testConnection,
  updateConnection,
  validateHubspotProperties,
} from '@ridgeline/contracts';
import { startProduct } from '@ridgeline/devstack';
import { createLogger } from '@ridgeline/kit';
import { openDatabase, urlOf } from '@ridgeline/postgres';
import { openRedis } from '@ridgeline/redis';
import { eventually, newTestCompany } from '@ridgeline/testkit';
import { filesWith, formsOf } from '../support/files-with.ts';
import { untilEnded } from '../support/migrations.ts';
import { startSpanCollector } from '../support/span-collector.ts';

const root = process.cwd();
const dir = join(root, '.ridgeline', `canaries-${process.pid}`);
const logger = createLogger({ service: 'test', level: 'silent' });
const wrong = { acculynxApiKey: 'wrong-acculynx-canary-1a2b', hubspotPat: 'pat-na1-wrong-canary-3c4d' };

/** Has Redis write all that it holds to its file, as it is. */
async function writeRedis(url: string): Promise<void> {
  await using redis = await openRedis({ url, name: 'canaries', logger });
  await redis.client.configSet('rdbcompression', 'no');
  await redis.client.sendCommand(['SAVE']);
}

/** Every row of every table of the product, as Postgres prints it. */
async function writtenRows(adminUrl: string): Promise<string> {
  const url = urlOf(adminUrl, { database: 'ridgeline' });
  await using db = openDatabase({ url, applicationName: 'canaries' });
  return await db.forSystem(async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    let rows = '';
    for (const { name } of tables) {
      const all = await tx.query<{ row: string }>(`select t::text as row from ${name} t`);
      rows += all.map(({ row }) => `${name} ${row}\n`).join('');
    }
    return rows;
  });
}

test('When connections are saved, refused, tested and migrated, then no credential stands anywhere but sealed', async () => {
  await using collector = await startSpanCollector();
  const options = { root, dir, log: () => undefined, web: false, durable: false, contactsPerCompany: 20 };
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200' };
  await using product = await startProduct({ ...options, env });
  const { servers } = product.description;
  const company = await newTestCompany(product.description, { contacts: 20 });
  const { acculynxApiKey, hubspotPat } = company.credentials;
  const { call } = company.session;
  const refusals: unknown[] = [];
  const refused = async (work: Promise<unknown>): Promise<void> => {
    const error: unknown = await work.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    refusals.push(error instanceof ApiError ? [error.message, error.body] : null);
  };

  const operationId = randomUUID();
  const body = { acculynxApiKey, hubspotPat, operationId };
  await call(validateHubspotProperties, { body: { ...body, createProperties: true } });
  const save = { ...body, name: 'Canary', autoSyncNewContacts: true };
  const connection = await call(createConnection, { body: save }, { idempotencyKey: randomUUID() });
  const params = { id: String(connection.id) };
  await call(updateConnection, { params, body: { hubspotPat, operationId: randomUUID() } });
  await call(testConnection, { params });
  await refused(call(createConnection, { body: { name: 'Wrong', ...wrong, operationId } }));
  await refused(call(updateConnection, { params, body: { ...wrong, operationId: randomUUID() } }));
  const { id } = await company.startMigration(connection);
  await untilEnded(company, id);

  const canaries = [acculynxApiKey, hubspotPat, ...Object.values(wrong)];
  const topic = (name: string) => expect.stringContaining(`ridgeline.connection.${name}.v1`) as unknown;
  await eventually(
    async () => {
      await writeRedis(servers.redis);
      // Shows that the search works: where the save's id is not found, a credential would not be found either.
      expect(await filesWith(dir, [operationId])).toEqual(
        expect.arrayContaining([expect.stringMatching(/\.rdb$/), topic('operation')]),
      );
      expect(await filesWith(dir, [company.user.companyId])).toEqual(
        expect.arrayContaining([topic('connection'), expect.stringMatching(/\.log$/)]),
      );
      expect(JSON.stringify(collector.spans)).toContain(`/internal/connections/${params.id}/secrets`);
    },
    { within: 15_000, what: 'all to be written' },
  );
  expect(await filesWith(dir, canaries)).toEqual([]);
  const rows = await writtenRows(servers.postgres);
  // Postgres doubles quotation marks within a printed row.
  expect(rows).toContain(`""Canary"" (#${params.id})`);
  const told = [rows, JSON.stringify(collector.spans), JSON.stringify(refusals)].join('\n');
  for (const form of canaries.flatMap(formsOf)) expect(told).not.toContain(form);
}, 180_000);
