import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startServers, type Servers } from '@ridgeline/devstack';
import { createLogger, type AppError } from '@ridgeline/kit';
import { eventually } from '@ridgeline/testkit/integration';
import { selfSigned } from '@ridgeline/testkit/self-signed';
import { Registry } from '@ridgeline/kit/metrics';
import type { KafkaReach } from './client/kafka-config.ts';
import { replayDeadLetters } from './dead-letters/replay.ts';
import { openKafka, type Kafka } from './kafka.ts';
import { testTopic, textEvent } from './testing/test-events.ts';

const username = 'orchestrator';
const password = 'canary0of0the0door';
let lines: string[];
let directory: string;
let servers: Servers;
let ca: string;
let foreignCa: string;
let resources: AsyncDisposableStack;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ridgeline-door-'));
  const { key, certificate } = await selfSigned('broker', ['IP:127.0.0.1']);
  ca = certificate;
  foreignCa = (await selfSigned('foreign', ['IP:127.0.0.1'])).certificate;
  const guard = { key, certificate, username, password };
  servers = await startServers({ dir: directory, only: ['kafka'], durable: false, guard });
}, 90_000);

afterAll(async () => {
  await servers.stop();
  await rm(directory, { recursive: true, force: true });
}, 30_000);

beforeEach(() => {
  lines = [];
  resources = new AsyncDisposableStack();
});

afterEach(async () => {
  await resources.disposeAsync();
}, 30_000);

const logger = () =>
  createLogger({ service: 'test', level: 'trace' }, { write: (line: string) => void lines.push(line) });
const signIn = (mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512') => ({
  mechanism,
  username,
  password,
});

function open(reach: Omit<KafkaReach, 'brokers'>): Kafka {
  const { brokers } = servers.kafka;
  return resources.use(
    openKafka({ brokers, ...reach, clientId: 'test', logger: logger(), metrics: new Registry() }),
  );
}

/** What a first connection fails with. */
async function refusalOf(reach: Omit<KafkaReach, 'brokers'>): Promise<AppError> {
  return open(reach)
    .ping()
    .then(
      () => Promise.reject(new Error('It was let in')),
      (error: unknown) => error as AppError,
    );
}

describe('A broker that is guarded by TLS and SASL', () => {
  test.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)(
    'When a client is configured for it (%s), then it publishes, consumes and replays',
    async (mechanism) => {
      const reach = { tls: { ca }, sasl: signIn(mechanism) };
      const kafka = open(reach);
      const topic = testTopic(`${mechanism}.`);
      await kafka.ensureTopics([topic]);
      const received: string[] = [];
      await kafka.subscribe({
        topic,
        group: mechanism,
        handler: ({ value: { value } }) => {
          received.push(value);
          const dies = value === 'dies' && received.length === 1;
          return Promise.resolve(dies ? { verdict: 'dead', reason: 'Once' } : { verdict: 'done' });
        },
      });
      await (await kafka.producer()).publish([textEvent(topic, 'a', 'dies'), textEvent(topic, 'a', 'lives')]);
      await eventually(() => expect(received).toEqual(['dies', 'lives']), { what: 'both events' });
      const { brokers } = servers.kafka;
      const client = { brokers, ...reach, clientId: 'replay', logger: logger() };
      expect(await replayDeadLetters({ ...client, topic: topic.name })).toBe(1);
      await eventually(() => expect(received).toEqual(['dies', 'lives', 'dies']), {
        what: 'the replayed event',
      });
      expect(lines.join('')).not.toContain(password);
    },
    60_000,
  );

  test('When the password is wrong, then it is refused and says so, without the password', async () => {
    const wrong = { mechanism: 'scram-sha-256', username, password: 'wrong0canary' } as const;
    const error = await refusalOf({ tls: { ca }, sasl: wrong });
    expect(error).toMatchObject({
      code: 'server.unavailable',
      details: { reason: expect.stringContaining('KAFKA_SASL_PASSWORD') as unknown },
    });
    logger().error({ err: error }, 'It does not start');
    expect(lines.join('')).toContain('refused the sign-in');
    expect(lines.join('')).not.toContain('wrong0canary');
  }, 30_000);

  test.each([
    ['is of another authority', () => ({ ca: foreignCa })],
    ["is of none that Node trusts, and KAFKA_CA isn't given", () => ({})],
  ])(
    'When its certificate %s, then it is not trusted, and the client says so',
    async (_, tls) => {
      const error = await refusalOf({ tls: tls(), sasl: signIn('plain') });
      expect(error).toMatchObject({ details: { reason: expect.stringContaining('KAFKA_CA') as unknown } });
    },
    30_000,
  );

  test('When a client speaks in the clear, or does not sign in, then it is not let in', async () => {
    expect(await refusalOf({})).toMatchObject({ code: 'server.unavailable' });
    expect(await refusalOf({ tls: { ca } })).toMatchObject({ code: 'server.unavailable' });
  }, 60_000);
});
