import { beforeAll, describe, expect, test } from '@jest/globals';
import { Absence, OutcomeKind } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';
import { answerDuplicate, createMigration, retryMigration } from '@ridgeline/contracts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { AccuracyUnderTest, writtenContacts } from '../testing/accuracy-under-test.ts';
import { CheckUnderTest } from '../testing/check-under-test.ts';
import { comparedContacts, page } from '../testing/copied-contacts.ts';
import { SweepUnderTest } from '../testing/sweep-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate, aJob, aCreateWithout } from '../testing/worker-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();

beforeAll(async () => {
  const connection = orchestrator.connection('roofers');
  const { id } = await orchestrator.person('roofers')(
    createMigration,
    { body: { connectionId: connection.id, migrationType: 'contacts' } },
    { idempotencyKey: newId() },
  );
  const worker = orchestrator.worker();
  const run = { migrationId: id, epoch: (await worker.claim(id)).epoch };
  await worker.plan(run, 1, [{ ...aCreateWithout('a', 'b@example.com'), key: 'a@example.com' }]);
  await worker.plan(run, 2, [aCreate('failed')]);
  await worker.batchDone(run, 1, { a: OutcomeKind.CREATED }, { warnings: { a: ['email_shared'] } });
  await worker.batchDone(run, 2, { failed: OutcomeKind.FAILED });
  await worker.finish(run, 2);
  const checks = new CheckUnderTest(orchestrator);
  const [check = 0] = await checks.offers(['written']);
  await checks.whole(check, { a: { standing: 'gone' } });
  const retried = { params: { id: String(id) }, body: { dryRun: false, outcome: 'failed' } } as const;
  const retry = await orchestrator.person('roofers')(retryMigration, retried);
  await worker.claim(retry.id);

  const planned = await orchestrator.run('roofers', undefined, 'contacts', { dryRun: true });
  const candidates = [{ hubspotId: '7', likeness: ['phone' as const], values: {} }];
  await planned.worker.reportLookAlikes(planned, [
    { sourceId: 'a', name: 'A', values: {}, phone: null, candidates },
  ]);
  await planned.worker.reportAddedOptions(planned, {
    property: 'source',
    label: 'Source',
    options: ['Fair'],
  });
  await orchestrator.person('roofers')(answerDuplicate, {
    params: { id: String(planned.migrationId), kind: 'contact', sourceId: 'a' },
    body: { decision: 'different' },
  });

  const sync = new SyncUnderTest(orchestrator);
  const synced = await sync.switchedOn('roofers');
  await sync.events(synced, ['skipped', 'old', 'left']);
  const round = await sync.round(synced);
  await sync.plan(round, 1, [{ ...aCreateWithout('skipped', 'b@example.com'), key: 'b@example.com' }]);
  await sync.batchDone(round, 1, { skipped: OutcomeKind.SKIPPED });
  await sync.roundDone(round, { absent: { old: Absence.NOT_NEW } });
  const ofJobs = await sync.switchedOn('roofers', ['jobs']);
  await sync.events(ofJobs, ['job'], { kind: 'job' });
  const roundOfJobs = await sync.round(ofJobs);
  await sync.plan(roundOfJobs, 1, [aJob('job', ['unknown'])], { kind: 'job' });
  await sync.batchDone(roundOfJobs, 1, { job: OutcomeKind.CREATED });
  await sync.references(roundOfJobs);
  await sync.roundDone(roundOfJobs);
  const switchedOff = await sync.switchedOn('roofers');
  await sync.events(switchedOff, ['kept']);
  await sync.tell(switchedOff, { contacts: null });
  const sweeps = new SweepUnderTest(orchestrator);
  const swept = await comparedContacts(sync, sweeps, { a: 'one' });
  await sweeps.whole(swept, page({ a: 'two' }));
  const written = await writtenContacts(sync, { b: 'one' });
  await new AccuracyUnderTest(orchestrator, sweeps).whole(written, { b: { isGone: true } });
});

/** Several companies may share a portal; only services query its sync. */
const portalTables = ['syncs', 'sync_leases'];

/** The tables that must not be company scoped: they belong to the service itself. */
const ownTables = [
  'inbox',
  'outbox',
  'outbox_dead',
  'schema_migrations',
  'schema_migrations_lock',
  ...portalTables,
];

async function companyTables(): Promise<string[]> {
  return (await tables(false)).filter((name) => !ownTables.includes(name));
}

/** Blocks are reached through the tables that they are parts of. */
async function tables(blocks: boolean): Promise<string[]> {
  const rows = await database.db.forSystem((tx) =>
    tx.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'migration'::regnamespace and relkind in ('r', 'p') and relispartition = $1`,
      [blocks],
    ),
  );
  return rows.map(({ name }) => name);
}

const countIn = (companyId: string, table: string) =>
  database.db.forCompany(companyId, async (tx) => {
    const { count } = await tx.one<{ count: number }>(`select count(*) from ${table}`);
    return count;
  });

describe('row-level security', () => {
  test('Every table but the own ones hides its rows from other companies, whatever the query says', async () => {
    const tables = await companyTables();
    expect(tables.length).toBeGreaterThanOrEqual(10);
    for (const table of tables) {
      expect({ table, own: await countIn('roofers', table) }).not.toEqual({ table, own: 0 });
      expect({ table, foreign: await countIn('plumbers', table) }).toEqual({ table, foreign: 0 });
    }
  });

  test('The blocks that the tables are cut into show nothing when they are read past the table', async () => {
    const blocks = await tables(true);
    expect(blocks).toHaveLength(8);
    for (const block of blocks) {
      const seen = database.db.forSystem((tx) => tx.one<{ count: number }>(`select count(*) from ${block}`));
      expect({ block, ...(await seen) }).toEqual({ block, count: 0 });
    }
  });

  test('A company can neither change nor take over rows of another one', async () => {
    const changed = await database.db.forCompany('plumbers', (tx) =>
      tx.query(`update migrations set status = 'cancelled', completed_at = now() returning id`),
    );
    expect(changed).toEqual([]);
    const planted = database.db.forCompany('plumbers', (tx) =>
      tx.query(`insert into company_sequences (company_id, last_sequence) values ('tilers', 1)`),
    );
    await expect(planted).rejects.toMatchObject({ code: 'server.failed' });
  });
});
