import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createApiClient, createMigration, getMigration, type Migration } from '@ridgeline/contracts';
import { claimRun, getConnectionForService, storePlan } from '@ridgeline/contracts/internal';
import { OutcomeKind, outgoingEvent, RunResult, topics, type StartRun } from '@ridgeline/events';
import { openKafka, type Kafka } from '@ridgeline/kafka';
import {
  bindForService,
  createLogger,
  createServiceClient,
  listen,
  newId,
  signUserIdentity,
  type HttpServer,
} from '@ridgeline/kit';
import { createServiceApp } from '@ridgeline/kit/service';
import {
  aConnection,
  eventually,
  testBrokers,
  testDatabase,
  uniqueTopicPrefix,
  type TestDatabase,
} from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';

const identityKey = 'an identity key of at least 32 characters';
const logger = createLogger({ service: 'test', level: 'silent' });
let database: TestDatabase;
let connections: HttpServer;
let kafka: Kafka;
let service: ChildProcess;
let urls: { http: string; metrics: string };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function connectionService() {
  return createServiceApp({
    logger,
    metrics: new Registry(),
    identityKey,
    audience: 'connection',
    routes: (router) =>
      bindForService(router, getConnectionForService, ({ params, query }) =>
        aConnection({ id: params.id, companyId: query.companyId }),
      ),
  });
}

beforeAll(async () => {
  database = await testDatabase('migration');
  connections = await listen(connectionService(), { host: '127.0.0.1', port: 0 });
  kafka = openKafka({ brokers: testBrokers(), clientId: 'test', logger, metrics: new Registry() });
  const [port, metricsPort] = [await freePort(), await freePort()];
  urls = { http: `http://127.0.0.1:${port}`, metrics: `http://127.0.0.1:${metricsPort}` };
  service = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname], {
    stdio: 'ignore',
    env: {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      IDENTITY_KEY: identityKey,
      DATABASE_URL: database.url,
      KAFKA_BROKERS: testBrokers().join(','),
      CONNECTION_URL: connections.url,
      VALIDATION_URL: 'http://127.0.0.1:9',
    },
  });
  const ready = async () => expect((await fetch(`${urls.metrics}/readyz`)).status).toBe(200);
  await eventually(ready, { within: 30_000, what: 'the service to be ready' });
}, 60_000);

afterAll(async () => {
  if (service.exitCode === null && service.signalCode === null) {
    service.kill('SIGKILL');
    await once(service, 'exit');
  }
  await kafka[Symbol.asyncDispose]();
  await connections[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** Collects what the service publishes from now on. */
async function listenToKafka() {
  const commands: StartRun[] = [];
  const updates: Migration[] = [];
  const group = uniqueTopicPrefix();
  await kafka.subscribe({
    topic: topics.migrationCommand,
    group: `${group}commands`,
    fromBeginning: false,
    handler: ({ value }) => Promise.resolve(commands.push(value)).then(() => ({ verdict: 'done' })),
  });
  await kafka.subscribe({
    topic: topics.migrationUpdate,
    group: `${group}updates`,
    fromBeginning: false,
    handler: ({ value }) =>
      Promise.resolve(updates.push(JSON.parse(value.migrationJson) as Migration)).then(() => ({
        verdict: 'done',
      })),
  });
  return { commands, updates };
}

test('As a process of its own: a migration is commanded, reported and published over Kafka, and SIGTERM ends in order', async () => {
  const { commands, updates } = await listenToKafka();
  const companyId = newId();
  const token = await signUserIdentity(
    identityKey,
    { userId: 1, companyId, administrator: false },
    'orchestrator',
  );
  const person = createApiClient({
    baseUrl: urls.http,
    headers: () => ({ authorization: `Bearer ${token}` }),
  });
  const worker = createServiceClient({
    baseUrl: urls.http,
    service: 'migration-worker',
    audience: 'orchestrator',
    identityKey,
  });

  const { id } = await person(createMigration, { body: { connectionId: 1, migrationType: 'contacts' } });
  const params = { id: String(id) };
  const commanded = () =>
    expect(commands).toContainEqual(expect.objectContaining({ migrationId: id, companyId, attempt: 1 }));
  await eventually(commanded, { what: 'the start command' });

  const processId = newId();
  const { epoch } = await worker(claimRun, {
    params,
    body: { attempt: 1, processId, serverInstanceId: 'x', pid: 1 },
  });
  const records = [{ sourceId: 'a', warnings: [], action: 'create' as const, properties: {} }];
  const plan = { epoch, kind: 'contact', revision: 1, cursor: {}, records };
  await worker(storePlan, { params: { ...params, batch: '1' }, body: plan });
  const envelope = () => ({ id: newId(), time: new Date().toISOString(), companyId });
  const report = (
    report: Parameters<typeof outgoingEvent<typeof topics.migrationReport.schema>>[1]['value']['report'],
  ) =>
    outgoingEvent(topics.migrationReport, {
      key: String(id),
      value: { migrationId: id, epoch, processId, ...(report ? { report } : {}) },
      envelope: envelope(),
    });
  const outcomes = [{ sourceId: 'a', kind: OutcomeKind.CREATED, hubspotId: '1', reason: '' }];
  const producer = await kafka.producer();
  await producer.publish([
    report({ case: 'batchDone', value: { batch: 1, outcomes } }),
    report({ case: 'finished', value: { result: RunResult.COMPLETED, sourceCount: 1 } }),
  ]);

  // Progress may be published again after the end, with the next version and otherwise the same.
  await eventually(
    async () => {
      const shown = await person(getMigration, { params });
      expect(shown).toMatchObject({
        status: 'completed',
        createdCount: 1,
        reconciliation: { difference: 0 },
      });
      expect(updates.findLast((migration) => migration.id === id)).toEqual(shown);
    },
    { what: 'the update that says completed, as the API shows it' },
  );
  const metrics = await (await fetch(`${urls.metrics}/metrics`)).text();
  expect(metrics).toContain(
    'ridgeline_migration_records_total{kind="contact",outcome="created",service="migration-orchestrator"} 1',
  );

  service.kill('SIGTERM');
  expect(await once(service, 'exit')).toEqual([0, null]);
}, 60_000);
