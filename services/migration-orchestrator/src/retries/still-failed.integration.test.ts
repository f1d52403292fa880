import { describe, expect, test } from '@jest/globals';
import {
  currentMigrations,
  retryMigration,
  retrySchema,
  runPlan,
  type Connection,
  type Migration,
  type Retry,
} from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { claimedBy, fiveContacts } from '../testing/retried-contacts.ts';
import { aCreate } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();

const { CREATED, FAILED } = OutcomeKind;
const idOf = ({ id }: Pick<Migration, 'id'>) => ({ params: { id: String(id) } });
const person = orchestrator.person('roofers');
const ended = (connection?: Connection) => fiveContacts(orchestrator, connection);

const retry = (migration: Migration, wanted: Partial<Retry> = {}) =>
  person(
    retryMigration,
    { ...idOf(migration), body: retrySchema.parse(wanted) },
    { idempotencyKey: newId() },
  );

describe('what of a migration is still failed after its retries', () => {
  const stillFailed = async ({ id }: Migration) =>
    (await person(currentMigrations)).find((one) => one.id === id)?.stillFailed;

  /** Runs a retry in which its records get these outcomes. */
  async function ran(
    migration: Migration,
    outcomes: Readonly<Record<string, OutcomeKind>>,
  ): Promise<Migration> {
    const run = await claimedBy(orchestrator, migration);
    await run.worker.plan(
      run,
      1,
      Object.keys(outcomes).map((id) => aCreate(id)),
    );
    await run.worker.batchDone(run, 1, outcomes, { reason: 'invalid_value' });
    await run.worker.finish(run, Object.keys(outcomes).length);
    return orchestrator.look(run.migration);
  }

  test('When retries copy some, then the others are counted, whichever migration they follow on, and a record that is retried twice counts once', async () => {
    const origin = await ended();
    expect(await stillFailed(origin)).toBeUndefined();
    const first = await ran(await retry(origin), { f1: CREATED, f2: FAILED });
    expect(await stillFailed(origin)).toEqual({ contact: 1 });
    await ran(await retry(origin, { records: ['f1'] }), { f1: CREATED });
    expect(await stillFailed(origin)).toEqual({ contact: 1 });
    await ran(await retry(first), { f2: CREATED });
    expect(await stillFailed(origin)).toEqual({ contact: 0 });
  });

  test('When a record that was skipped fails in a retry, then it is counted too', async () => {
    const origin = await ended();
    await ran(await retry(origin, { outcome: 'skipped' }), { s1: FAILED, s2: CREATED });
    expect(await stillFailed(origin)).toEqual({ contact: 3 });
  });

  test('When all records are copied by a later migration, then none of the former one is shown', async () => {
    const connection = orchestrator.connection('roofers');
    const origin = await ended(connection);
    await ran(await retry(origin), { f1: CREATED, f2: FAILED });
    const later = await ended(connection);
    expect(await stillFailed(origin)).toBeUndefined();
    expect(await stillFailed(later)).toBeUndefined();
  });

  test('When the plan of a retry is run, then it settles what it copied', async () => {
    const origin = await ended();
    const planned = await ran(await retry(origin, { dryRun: true }), { f1: CREATED, f2: FAILED });
    expect(await stillFailed(origin)).toBeUndefined();
    const run = await person(runPlan, idOf(planned), { idempotencyKey: newId() });
    await ran(run, { f1: CREATED });
    expect(await stillFailed(origin)).toEqual({ contact: 1 });
  });
});
