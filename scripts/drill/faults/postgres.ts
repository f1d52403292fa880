import { listMigrations, type ApiClient } from '@ridgeline/contracts';
import { urlOf } from '@ridgeline/postgres';
import { runStatements } from '@ridgeline/postgres/testing';
import { repeat, undo, type Fault, type Stage } from '../fault.ts';
import type { Sign } from '../sign.ts';

/** Postgres' administrator, on the product's database. */
export const adminUrl = ({ product }: Stage): string =>
  urlOf(product.description.servers.postgres, { database: 'ridgeline' });

/** Holds a statement's locks for so many seconds, as a dump or an operator's psql may. */
const hold = (stage: Stage, statement: string, seconds: number): Promise<void> =>
  runStatements(adminUrl(stage), [
    `set application_name to 'psql'`,
    'begin',
    statement,
    `select pg_sleep(${String(seconds)})`,
    'commit',
  ]);

/** Longer than any drill. */
const longSeconds = 180;

/** Holds a statement's locks until it is disposed. */
export function holdLong(stage: Stage, statement: string): AsyncDisposable {
  const held = hold(stage, statement, longSeconds).catch(() => undefined);
  return undo(async () => {
    await runStatements(adminUrl(stage), [
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'psql'`,
    ]);
    await held;
  });
}

/** A query waits for a lock that another session holds. */
export const waitsForPsql: Sign = {
  command: 'select a.pid, a.application_name, a.wait_event_type',
  says: /"wait_event_type":"Lock","blocked_by":"[^"]*psql \d/,
};

/** Faults of Postgres. */
export const postgresFaults: readonly Fault[] = [
  {
    name: 'postgres-slow',
    what: 'a foreign session locks the migrations again and again',
    alert: 'RidgelinePostgresSlow',
    signs: [
      {
        panel: 'processes and heartbeats › Time of transactions (p95)',
        labels: { service: 'migration-orchestrator' },
        above: 1,
      },
      waitsForPsql,
    ],
    act: 'A foreign session holds a lock',
    plant: async (stage) => {
      const { session } = await stage.newCompany(10);
      const call: ApiClient = session.call;
      await using planting = new AsyncDisposableStack();
      planting.use(repeat(() => hold(stage, 'lock table migration.migrations in access exclusive mode', 4)));
      for (let reader = 0; reader < 4; reader += 1) planting.use(repeat(() => call(listMigrations)));
      return planting.move();
    },
  },
  {
    name: 'consumer-stuck',
    what: 'a foreign session holds the audit trail, into which the auth service writes what it hears',
    alert: 'RidgelineConsumerStuck',
    signs: [
      { panel: 'Kafka and outbox › Oldest event in progress', labels: { service: 'auth' }, above: 45 },
      waitsForPsql,
    ],
    act: 'A foreign session holds a lock',
    plant: async (stage) => {
      const company = await stage.newCompany(10);
      const held = holdLong(stage, 'lock table auth.audit in access exclusive mode');
      await company.connect();
      return held;
    },
  },
  {
    name: 'outbox-blocked',
    what: "a foreign session holds the lock of the orchestrator's relay: what was committed is not told",
    alert: 'RidgelineOutboxOld',
    signs: [
      {
        panel: 'Kafka and outbox › Oldest event in the outbox',
        labels: { service: 'migration-orchestrator' },
        above: 30,
      },
      {
        command: 'select a.pid, a.application_name, l.locktype',
        placeholders: { schema: 'migration' },
        says: /"application_name":"psql","locktype":"advisory"/,
      },
    ],
    act: 'A foreign transaction',
    plant: async (stage) => {
      const company = await stage.newCompany(10);
      const connection = await company.connect();
      const held = holdLong(stage, `select pg_advisory_xact_lock(hashtextextended('migration.outbox', 0))`);
      await company.startMigration(connection);
      return held;
    },
  },
];
