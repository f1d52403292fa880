import { listMigrations, type ApiClient } from '@ridgeline/contracts';
import { urlOf } from '@ridgeline/postgres';
import { runStatements } from '@ridgeline/postgres/testing';
import { repeat, undo, type Fault, type Stage } from '../fault.ts';

const adminUrl = ({ product }: Stage): string =>
  urlOf(product.description.servers.postgres, { database: 'ridgeline' });

/** What ends a session that holds locks, as the runbooks say. */
const endForeignSessions = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where query like 'select pg_sleep%' and pid <> pg_backend_pid()`;

/** Locks a table for so many seconds, as a dump or a person's psql may. */
const lock = (stage: Stage, table: string, seconds: number): Promise<void> =>
  runStatements(adminUrl(stage), [
    'begin',
    `lock table ${table} in access exclusive mode`,
    `select pg_sleep(${String(seconds)})`,
    'commit',
  ]);

/** Faults of Postgres, Redis and Kafka. */
export const serverFaults: readonly Fault[] = [
  {
    name: 'redis-gone',
    what: 'Redis is killed',
    alert: 'RidgelineRedisAway',
    cause: 'ridgeline_redis_connected == 0',
    plant: async ({ product: { servers } }) => {
      await servers.kill('redis');
      return undo(() => servers.restart('redis'));
    },
  },
  {
    name: 'kafka-gone',
    what: 'Kafka is killed, as a broker whose disk is full ends itself',
    alert: 'RidgelineKafkaUnreachable',
    cause: 'increase(ridgeline_consumer_interruptions_total[1m]) > 0',
    plant: async ({ product: { servers } }) => {
      await servers.kill('kafka');
      return undo(() => servers.restart('kafka'));
    },
  },
  {
    name: 'outbox-blocked',
    what: 'Kafka is away while people save: what was committed is not told',
    alert: 'RidgelineOutboxOld',
    cause: 'ridgeline_outbox_oldest_seconds > 30',
    plant: async ({ product: { servers }, newCompany }) => {
      const company = await newCompany(10);
      const connection = await company.connect();
      await servers.kill('kafka');
      await company.startMigration(connection);
      return undo(() => servers.restart('kafka'));
    },
  },
  {
    name: 'postgres-slow',
    what: 'a foreign session locks the migrations again and again',
    alert: 'RidgelinePostgresSlow',
    cause:
      'histogram_quantile(0.95, sum by (service, le) (rate(ridgeline_db_transaction_duration_seconds_bucket[1m]))) > 1',
    plant: async (stage) => {
      const { session } = await stage.newCompany(10);
      const call: ApiClient = session.call;
      await using planting = new AsyncDisposableStack();
      planting.use(repeat(() => lock(stage, 'migration.migrations', 4)));
      for (let reader = 0; reader < 4; reader += 1) planting.use(repeat(() => call(listMigrations)));
      return planting.move();
    },
  },
  {
    name: 'consumer-stuck',
    what: 'a foreign session holds the audit trail, into which the auth service writes what it hears',
    alert: 'RidgelineConsumerStuck',
    cause: 'ridgeline_consumer_current_event_seconds > 45',
    plant: async (stage) => {
      const company = await stage.newCompany(10);
      const locked = lock(stage, 'auth.audit', 150).catch(() => undefined);
      await company.connect();
      return undo(async () => {
        await runStatements(adminUrl(stage), [endForeignSessions]);
        await locked;
      });
    },
  },
];
