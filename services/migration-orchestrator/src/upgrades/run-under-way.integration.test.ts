import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Claim, PlannedRecord } from '@ridgeline/contracts/internal';
import { OutcomeKind } from '@ridgeline/events';
import { formerDatabase, type FormerDatabase } from '@ridgeline/testkit/integration';
import { startOrchestrator, type OrchestratorUnderTest } from '../testing/orchestrator-under-test.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { aCreate, type Held, type WorkerUnderTest } from '../testing/worker-under-test.ts';
import { schemaSteps } from './schema-steps.ts';

const { CREATED, FAILED } = OutcomeKind;

let database: FormerDatabase;
let orchestrator: OrchestratorUnderTest;

/** Plans with the previous version's field names, including a character that `jsonb` rejects. */
const formerPlans = [
  [{ sourceId: 'z', warnings: [], action: 'create', properties: { lastname: 'Zoë \u0000' } }],
  [
    {
      sourceId: 'a',
      warnings: [],
      action: 'create',
      properties: { email: 'a@x.example' },
      email: 'a@x.example',
    },
    {
      sourceId: 'b',
      warnings: [],
      action: 'create',
      properties: { lastname: 'Bea' },
      withheld: { email: 'a@x.example', name: 'Bea', properties: {} },
    },
  ],
];

/** The second of them with the current field names. */
const plan: PlannedRecord[] = [
  {
    sourceId: 'a',
    name: '',
    warnings: [],
    action: 'create',
    properties: { email: 'a@x.example' },
    key: 'a@x.example',
  },
  {
    sourceId: 'b',
    name: '',
    warnings: [],
    action: 'create',
    properties: { lastname: 'Bea' },
    deferred: { property: 'email', value: 'a@x.example', name: 'Bea', properties: {} },
  },
];

const asText = (records: object[] | undefined) => JSON.stringify(records).replaceAll("'", "''");

/** A running migration of the previous version, whose first batch is counted and whose second one is not. */
const underWay = (id: number) => [
  `insert into migrations (id, company_id, created_by, connection_id, connection_name, hubspot_portal_id, migration_type,
     batch_size, concurrency, delay_ms, include_no_email_contacts, enumerative_error_strategy, status, started_at,
     created_count, target_count, epoch)
   overriding system value
   values (${id}, 'roofers', 1, ${id}, 'Main office', 'portal-${id}', 'contacts', 10, 1, 0, true, 'SET_BLANK', 'running',
     now(), 1, 3, 1)`,
  `select make_record_block(${id})`,
  `insert into leases (migration_id, company_id, portal_queue, epoch, holder, lease_until)
   select id, company_id, portal_queue, epoch, gen_random_uuid(), now() + interval '1 hour' from migrations where id = ${id}`,
  `insert into attempts (migration_id, epoch, company_id, attempt, process_id, server_instance_id, pid, status)
   values (${id}, 1, 'roofers', 1, gen_random_uuid(), 'worker-0', 1, 'running')`,
  `insert into batches (migration_id, batch, company_id, epoch, revision, cursor, record_count, records, done_at,
     withheld_count)
   values (${id}, 1, 'roofers', 1, 1, '{"page": 1}', 1, '${asText(formerPlans[0])}', now(), 0),
     (${id}, 2, 'roofers', 1, 1, '{"page": 2}', 2, '${asText(formerPlans[1])}', null, 1)`,
  `insert into planned_records (migration_id, source_id, company_id, batch)
   values (${id}, 'z', 'roofers', 1), (${id}, 'a', 'roofers', 2), (${id}, 'b', 'roofers', 2)`,
  `insert into key_reservations (migration_id, kind, key, company_id, source_id, batch)
   values (${id}, 'email', 'a@x.example', 'roofers', 'a', 2)`,
  `insert into withheld_emails (migration_id, source_id, email, company_id, batch, position, name, properties)
   values (${id}, 'b', 'a@x.example', 'roofers', 2, 1, 'Bea', '{}')`,
  `insert into outcomes (migration_id, source_id, company_id, batch, kind, hubspot_id)
   values (${id}, 'z', 'roofers', 1, 'created', 'hs-z')`,
  `insert into outcome_counts (migration_id, company_id, kind, reason, count)
   values (${id}, 'roofers', 'created', '', 1)`,
];

beforeAll(async () => {
  database = await formerDatabase();
  await database.run(...(await schemaSteps(1, 9)));
  for (const id of [1, 2, 3, 4]) await database.asOwner(...underWay(id));
  await database.run(...(await schemaSteps(10)));
  orchestrator = await startOrchestrator(database.db);
});

afterAll(async () => {
  await orchestrator[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** The run as a current worker takes it over after the previous one is gone. */
async function takeOver(migrationId: number): Promise<{ worker: WorkerUnderTest; claim: Claim; run: Held }> {
  await orchestrator.letLeaseEnd(migrationId);
  expect(await orchestrator.reap()).toBe(1);
  expect(await orchestrator.commandedAttempts(migrationId)).toContain(2);
  const worker = orchestrator.worker();
  const claim = await worker.claim(migrationId, 2);
  return { worker, claim, run: { migrationId, epoch: claim.epoch } };
}

const endOf = (id: number) => database.rows(`select status, reconciliation from migrations where id = ${id}`);

describe('a run that was under way when several kinds of records came', () => {
  test('When its worker is gone, then one of today is given its plan in the words of today, and brings it to its end', async () => {
    const { worker, claim, run } = await takeOver(1);
    expect(claim).toMatchObject({
      settings: { migrationType: 'contacts', options: { includeNoEmailContacts: true } },
      cursor: { page: 2 },
      nextBatch: 3,
      plannedRecords: 3,
      unfinished: [
        { batch: 2, revision: 1, kind: 'contact', pass: 'records', cursor: { page: 2 }, records: plan },
      ],
    });

    expect(await worker.plan(run, 2, plan)).toEqual({ taken: [] });
    await worker.batchDone(run, 2, { a: FAILED, b: CREATED });
    const { values } = await worker.openValues(run);
    expect(values).toMatchObject([
      { sourceId: 'b', property: 'email', value: 'a@x.example', hubspotId: 'hs-b' },
    ]);
    await worker.finish(run, 3);
    expect(await endOf(1)).toMatchObject([
      { status: 'completed', reconciliation: { source: 3, created: 2, failed: 1, difference: 0 } },
    ]);
  });

  test('When HubSpot refuses a record of its plan, then the plan is amended and the others keep what they said', async () => {
    const { worker, run } = await takeOver(2);
    const amended = [aCreate('a'), ...plan.slice(1)];
    expect(await worker.plan(run, 2, amended.slice(0, 1), 2)).toEqual({ taken: [] });
    await worker.release(run);
    expect((await orchestrator.worker().claim(2, 3)).unfinished).toMatchObject([
      { batch: 2, revision: 2, records: amended },
    ]);
  });

  test('When the former worker had written the batch, then its late report counts, and nothing is left to do', async () => {
    const former = { migrationId: 3, epoch: 1 };
    await orchestrator.worker().batchDone(former, 2, { a: CREATED, b: CREATED });
    const { worker, claim, run } = await takeOver(3);
    expect(claim).toMatchObject({ nextBatch: 3, plannedRecords: 3, unfinished: [] });
    await worker.finish(run, 3);
    expect(await endOf(3)).toMatchObject([
      { status: 'completed', reconciliation: { created: 3, difference: 0 } },
    ]);
  });

  test('When auto-sync of its portal is switched on, then what its unfinished batch holds is left to it, and all else is copied', async () => {
    const sync = new SyncUnderTest(orchestrator);
    const portal = { hubSpotPortalId: 'portal-4', portalId: 'portal-4' };
    const connection = await sync.switchedOn('roofers', ['contacts'], portal);
    await sync.events(connection, ['a', 'z', 'new']);
    const round = await sync.round(connection);
    expect(await sync.plan(round, 1, [aCreate('a')])).toMatchObject({ inUse: true });
    expect(await sync.plan(round, 1, [aCreate('z'), aCreate('new')])).toEqual({ taken: [] });
    await orchestrator.worker().batchDone({ migrationId: 4, epoch: 1 }, 2, { a: CREATED, b: CREATED });
    const readAt = await sync.now();
    expect(await sync.plan(round, 2, [aCreate('a')], { readAt })).toEqual({ taken: [] });
  });
});
