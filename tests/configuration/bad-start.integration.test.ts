import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newSecrets } from '@ridgeline/kit/secrets';
import { testBrokers, testDatabase, testRedisUrl, type TestDatabase } from '@ridgeline/testkit/integration';
import { endOf } from '../support/ended-service.ts';

type Environment = Readonly<Record<string, string>>;

/** Nothing listens on this port of the machine. */
const nobody = '127.0.0.1:1';
const canary = 'canary-that-nobody-may-read';

let database: TestDatabase;
let whole: Environment;

beforeAll(async () => {
  database = await testDatabase('connection');
  const { identityKey, masterKeys } = await newSecrets('test-1');
  whole = {
    PORT: '0',
    METRICS_PORT: '0',
    DATABASE_URL: database.url,
    KAFKA_BROKERS: testBrokers().join(','),
    REDIS_URL: await testRedisUrl(),
    AUTH_URL: 'http://auth',
    VALIDATION_URL: 'http://validation',
    ORCHESTRATOR_URL: 'http://orchestrator',
    IDENTITY_KEY: identityKey,
    MASTER_KEYS: masterKeys,
    WEBHOOK_BASE_URL: 'https://hooks.ridgeline.example',
    WEBHOOK_CONTACT: 'webhooks@ridgeline.example',
  };
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const connectionWith = (change: Environment) => endOf('services/connection', { ...whole, ...change });

describe('Configuration that does not fit', () => {
  test.each(['gateway', 'services/migration-worker'])(
    'Without any, %s says in one line what is missing',
    async (folder) => {
      const { code, besides, lines, last } = await endOf(folder, {});
      expect([code, besides, lines.length, last?.level]).toEqual([1, '', 1, 'error']);
      for (const name of ['PORT', 'METRICS_PORT', 'IDENTITY_KEY', 'KAFKA_BROKERS'])
        expect(last?.problems).toContainEqual(
          expect.objectContaining({ variable: name, problem: 'is missing', wanted: expect.any(String) }),
        );
    },
    90_000,
  );

  test('Wrong values are named together, with what is wanted, and none is shown', async () => {
    const { code, said, besides, lines, last } = await connectionWith({
      PORT: `${canary} 1`,
      LOG_LEVEL: `${canary} 2`,
      IDENTITY_KEY: canary,
      MASTER_KEYS: '',
      MASTER_KEYS_FILE: '/nowhere/master-keys',
      REDIS_URL: `${canary}/3`,
    });
    expect([code, besides, lines.length, last?.level]).toEqual([1, '', 1, 'error']);
    expect(last?.problems?.map(({ variable }) => variable).sort()).toEqual([
      'IDENTITY_KEY',
      'LOG_LEVEL',
      'MASTER_KEYS',
      'MASTER_KEYS_FILE',
      'PORT',
      'REDIS_URL',
    ]);
    expect(said).toContain('expected one of');
    expect(said).toContain('32 characters');
    expect(said).not.toContain(canary);
  }, 90_000);
});

describe('What a service needs is not there', () => {
  test('No server answers: it ends, and says where it asked', async () => {
    const away: Environment = {
      KAFKA_BROKERS: nobody,
      REDIS_URL: `redis://:${canary}@${nobody}`,
      DATABASE_URL: `postgres://${canary}:${canary}@${nobody}/ridgeline`,
    };
    await Promise.all(
      Object.entries(away).map(async ([variable, value]) => {
        const { code, said, besides, last } = await connectionWith({ [variable]: value });
        expect([code, besides, last?.level, last?.msg]).toEqual([1, '', 'fatal', 'The service cannot start']);
        expect(last?.err?.details?.['variable']).toBe(variable);
        expect(last?.err?.message).toContain(`ECONNREFUSED ${nobody}`);
        expect(said).not.toContain(canary);
      }),
    );
  }, 90_000);

  test('The schema is behind: it names the migrations that are missing', async () => {
    const history = 'connection.schema_migrations';
    await database.asAdmin(
      `create table spare as select * from ${history}`,
      `delete from ${history} where id > 1`,
    );
    const { code, last } = await connectionWith({});
    await database.asAdmin(`delete from ${history}`, `insert into ${history} select * from spare`);
    expect([code, last?.msg]).toEqual([1, 'The service cannot start']);
    expect(last?.err?.message).toMatch(/migrations are missing: 002-/);
  }, 90_000);

  test('A later release has taken something from the schema: it says that it is too new', async () => {
    await database.asAdmin(
      `insert into connection.schema_migrations (name, batch) values ('999-nothing-left.contract', 9)`,
    );
    const { code, last } = await connectionWith({});
    expect([code, last?.msg]).toEqual([1, 'The service cannot start']);
    expect(last?.err?.message).toMatch(/too new for this release.*999-nothing-left\.contract/);
  }, 90_000);
});
