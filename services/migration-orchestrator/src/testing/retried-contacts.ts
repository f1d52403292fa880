import type { Connection, Migration } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import type { OrchestratorUnderTest, Run } from './orchestrator-under-test.ts';
import { aCreate } from './worker-under-test.ts';

const { CREATED, FAILED, SKIPPED } = OutcomeKind;

/** A completed migration of five contacts: two were rejected, two have no email address, one was created. */
export async function fiveContacts(
  orchestrator: OrchestratorUnderTest,
  connection: Connection = orchestrator.connection('roofers'),
): Promise<Migration> {
  const run = await orchestrator.run('roofers', connection);
  const { worker } = run;
  const batches = [
    [{ f1: FAILED, f2: FAILED }, 'invalid_value'],
    [{ s1: SKIPPED, s2: SKIPPED }, 'no_email'],
    [{ c1: CREATED }, ''],
  ] as const;
  for (const [index, [outcomes, reason]] of batches.entries()) {
    await worker.plan(
      run,
      index + 1,
      Object.keys(outcomes).map((id) => aCreate(id)),
    );
    await worker.batchDone(run, index + 1, outcomes, { reason });
  }
  await worker.finish(run, 5);
  return orchestrator.look(run.migration);
}

/** The retry, claimed by a worker. */
export async function claimedBy(orchestrator: OrchestratorUnderTest, migration: Migration): Promise<Run> {
  const worker = orchestrator.worker();
  const { epoch } = await worker.claim(migration.id);
  return { migrationId: migration.id, epoch, worker, migration };
}
