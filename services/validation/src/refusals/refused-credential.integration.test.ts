import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createApiClient, createConnection, getConnection, type ApiClient } from '@ridgeline/contracts';
import {
  outgoingEvent,
  topics,
  Vendor,
  type OutgoingEvent,
  type ReceivedEvent,
  type Topic,
} from '@ridgeline/events';
import { createLogger, newId, signUserIdentity } from '@ridgeline/kit';
import { openKafka, type Kafka, type HandlerResult } from '@ridgeline/kafka';
import { openDatabase } from '@ridgeline/postgres';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import {
  eventually,
  testBrokers,
  testDatabase,
  testRedisUrl,
  type TestDatabase,
} from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';

const identityKey = 'a-key-that-only-these-tests-know-of';
const masterKey = Buffer.alloc(32, 'canary-of-the-master-key').toString('base64');
const companyId = `company-${newId().slice(-12)}`;
const credentials = {
  acculynxApiKey: `acculynx-canary-${companyId}`,
  hubspotPat: `pat-na1-hubspot-canary-${companyId}`,
};
/** The events that both services publish. */
const followed: readonly Topic[] = [
  topics.connectionRefusal,
  topics.validationResult,
  topics.connection,
  topics.saveStep,
];
const resources = new AsyncDisposableStack();
const output: string[] = [];
let simulators: Simulators;
let database: TestDatabase;
let kafka: Kafka;
let person: ApiClient;

beforeAll(async () => {
  simulators = await startSimulators({ contactsPerCompany: 1, jobsPerCompany: 0 });
  resources.defer(() => simulators.stop());
  simulators.simulation.register({
    companyId,
    acculynxApiKey: credentials.acculynxApiKey,
    hubspotToken: credentials.hubspotPat,
  });
  database = resources.use(await testDatabase('connection'));
  const logger = createLogger({ service: 'test', level: 'silent' });
  kafka = resources.use(
    openKafka({ brokers: testBrokers(), clientId: 'test', logger, metrics: new Registry() }),
  );

  const [connectionPort, validationPort] = [await freePort(), await freePort()];
  const addresses = {
    CONNECTION_URL: `http://127.0.0.1:${connectionPort}`,
    VALIDATION_URL: `http://127.0.0.1:${validationPort}`,
    // No connection is deleted here.
    AUTH_URL: 'http://127.0.0.1:9',
    ORCHESTRATOR_URL: 'http://127.0.0.1:9',
    REDIS_URL: await testRedisUrl(),
    ACCULYNX_URL: simulators.addresses.acculynx,
    HUBSPOT_URL: simulators.addresses.hubspot,
  };
  await Promise.all([
    startService('connection', connectionPort, {
      ...addresses,
      MASTER_KEYS: `only:${masterKey}`,
      WEBHOOK_BASE_URL: 'https://hooks.ridgeline.example',
      WEBHOOK_CONTACT: 'webhooks@ridgeline.example',
    }),
    startService('validation', validationPort, addresses),
  ]);
  person = createApiClient({
    baseUrl: addresses.CONNECTION_URL,
    headers: async () => {
      const user = { userId: 1, companyId, administrator: false };
      return { authorization: `Bearer ${await signUserIdentity(identityKey, user, 'connection')}` };
    },
  });
}, 120_000);

afterAll(() => Promise.resolve(resources.disposeAsync()), 60_000);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Runs a service as in production, and ends it as Kubernetes does. */
async function startService(name: string, port: number, settings: Record<string, string>): Promise<void> {
  const databaseUrl = new URL(database.url);
  databaseUrl.username = `${name}_app`;
  const service = spawn(process.execPath, [resolve('services', name, 'src/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...settings,
      PORT: String(port),
      METRICS_PORT: '0',
      LOG_LEVEL: 'trace',
      IDENTITY_KEY: identityKey,
      DATABASE_URL: databaseUrl.href,
      KAFKA_BROKERS: testBrokers().join(','),
    },
  });
  const ended = once(service, 'exit');
  resources.defer(async () => {
    service.kill('SIGTERM');
    const [exitCode] = (await ended) as [number | null];
    if (exitCode !== 0) throw new Error(`${name} ended with ${String(exitCode)}:\n${output.join('')}`);
  });
  let told = '';
  for (const stream of [service.stdout, service.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      told += chunk;
      output.push(chunk);
    });
  await eventually(
    () => {
      if (!told.includes('The service is ready')) throw new Error(told);
    },
    { within: 60_000, what: `${name} to be ready` },
  );
}

function aRefusal(connectionId: number): OutgoingEvent {
  return outgoingEvent(topics.connectionRefusal, {
    key: String(connectionId),
    value: { connectionId, companyId, vendor: Vendor.HUBSPOT },
    envelope: { id: newId(), time: new Date().toISOString(), companyId },
  });
}

async function publish(...events: OutgoingEvent[]): Promise<void> {
  const producer = await kafka.producer();
  await producer.publish(events);
}

async function expectStatuses(id: number, acculynx: string, hubspot: string): Promise<void> {
  await eventually(
    async () => {
      const connection = await person(getConnection, { params: { id: String(id) } });
      expect([connection.acculynxStatus, connection.hubspotStatus]).toEqual([acculynx, hubspot]);
    },
    { within: 30_000, what: `the statuses ${acculynx} and ${hubspot}` },
  );
}

async function everythingStored(): Promise<string> {
  await using admin = openDatabase({ url: database.adminUrl, applicationName: 'test' });
  return await admin.forSystem(async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('connection', 'validation')`,
    );
    const dumps: string[] = [];
    for (const { name } of tables) {
      const rows = await tx.query<{ row: string }>(`select t::text as row from ${name} t`);
      dumps.push(name, ...rows.map(({ row }) => row));
    }
    return dumps.join('\n');
  });
}

describe('The two services together, as they run in production', () => {
  let connectionId: number;

  test('When a person saves a connection, then both vendors are really asked and it is stored', async () => {
    const operationId = randomUUID();
    const body = { name: 'Waco', ...credentials, operationId };
    const connection = await person(createConnection, { body }, { idempotencyKey: 'the-first-save' });

    connectionId = connection.id;
    expect(connection).toMatchObject({ acculynxStatus: 'valid', hubspotStatus: 'valid', companyId });
    expect(simulators.simulation.log.list({ companyId }).length).toBeGreaterThanOrEqual(3);
  });

  test('When a worker reports that HubSpot refused the token, then it is checked again and shown as invalid', async () => {
    simulators.simulation.faults.add({ vendor: 'hubspot', effect: { kind: 'revoke' } });
    await publish(aRefusal(connectionId));

    await expectStatuses(connectionId, 'valid', 'invalid');
  });

  test('When the vendor is down at the next report, then what was known stands, and it is valid when the token works again', async () => {
    simulators.simulation.faults.clear();
    simulators.simulation.faults.add({ vendor: 'hubspot', effect: { kind: 'http-error', status: 503 } });
    const [first, repeated] = [aRefusal(connectionId), aRefusal(connectionId)];
    await publish(first, repeated, first);
    await eventually(
      async () => {
        const stored = await everythingStored();
        expect(stored).toContain(`(validation.connection-refusal,${repeated.envelope.id}`);
        expect(stored).toContain('answered with an error of its own');
      },
      { within: 40_000, what: 'both reports to be handled' },
    );
    await expectStatuses(connectionId, 'valid', 'invalid');

    simulators.simulation.faults.clear();
    await publish(aRefusal(connectionId), aRefusal(connectionId + 1_000));
    await expectStatuses(connectionId, 'valid', 'valid');
  }, 60_000);

  test('When the token works again after a refusal, then it is shown as valid within half a minute, though nothing is reported', async () => {
    simulators.simulation.faults.add({ vendor: 'hubspot', effect: { kind: 'revoke' } });
    await publish(aRefusal(connectionId));
    await expectStatuses(connectionId, 'valid', 'invalid');

    simulators.simulation.faults.clear();
    await expectStatuses(connectionId, 'valid', 'valid');
  }, 60_000);

  test('When all of this was done, then no table, event or log line contains a credential or a key', async () => {
    const events: string[] = [];
    const group = `test-${newId()}`;
    const handler = ({ value, envelope }: ReceivedEvent): Promise<HandlerResult> => {
      events.push(JSON.stringify({ ...value, ...envelope }));
      return Promise.resolve({ verdict: 'done' });
    };
    for (const topic of followed)
      resources.use(await kafka.subscribe({ topic, group: `${group}-${topic.name}`, handler }));
    const ours = await eventually(
      () => {
        const seen = events.filter((event) => event.includes(companyId));
        // A background check may run in between.
        const ofKind = (kind: string) => seen.filter((event) => event.includes(kind)).length;
        expect(ofKind('CredentialRefused')).toBe(7);
        expect(ofKind('ValidationResult')).toBeGreaterThanOrEqual(4);
        expect(ofKind('SaveStepChanged')).toBeGreaterThanOrEqual(20);
        expect(ofKind('ConnectionChanged')).toBeGreaterThanOrEqual(1);
        return seen;
      },
      { within: 20_000, what: 'the events to be read' },
    );

    const everything = [await everythingStored(), ...ours, ...output].join('\n');
    expect(everything).toContain('connection.secrets');
    // The connection's event has scheduled it for background checks.
    expect(everything).toMatch(new RegExp(`\\(${connectionId},${companyId},\\d+,"`));
    expect(everything).toContain('/internal/connection-facts');
    for (const canary of [...Object.values(credentials), masterKey, identityKey])
      for (const encoding of ['utf8', 'hex', 'base64', 'base64url'] as const)
        expect(everything).not.toContain(Buffer.from(canary).toString(encoding).replace(/=+$/, ''));
  }, 60_000);
});
