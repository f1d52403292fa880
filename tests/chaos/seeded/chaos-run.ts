import { cancelMigration, getMigration, getMigrationLogs, type Migration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { eventually, newTestCompany, runHolder, type TestCompany } from '@ridgeline/testkit';
import { mayChangeWorkers, type ChaosPlan } from './chaos-plan.ts';
import { disturb } from './disturb.ts';
import { violations } from './violations.ts';

/** What one run came to. */
export interface ChaosOutcome {
  readonly migration: Migration;
  readonly violations: readonly string[];
  readonly seconds: number;
  /** What its log says besides its batches and records, oldest first. */
  readonly log: readonly string[];
}

const endsWithinMs = 240_000;
/** A run asks AccuLynx for its count before it settles what is left and closes its account. */
const lastLookMs = 5_000;
const ended = new Set<Migration['status']>(['completed', 'failed', 'cancelled']);

/** Runs a migration of a company of its own through what its plan holds, and judges how it ended. */
export async function chaosRun(product: Product, plan: ChaosPlan): Promise<ChaosOutcome> {
  const company = await newTestCompany(product.description, { contacts: plan.contacts });
  const { control, user, portalId, session } = company;
  const { companyId } = user;
  const connection = await company.connect();
  const before = await control.sourceIds(companyId, 'contacts');
  const started = performance.now();
  const { batchSize, concurrency } = plan;
  const { id } = await company.startMigration(connection, { batchSize, concurrency, delayMs: 0 });

  let shiftedUntil = 0;
  for (const { at, disturbance } of plan.disturbances) {
    await untilShare(company, id, Math.min(at, plan.cancelAt ?? 1));
    await disturb({ product, company }, disturbance);
    if (disturbance.kind === 'shift-source') shiftedUntil = Date.now();
  }
  if (plan.cancelAt !== null) {
    await untilShare(company, id, plan.cancelAt);
    // It may have ended by now.
    await session.call(cancelMigration, { params: { id: String(id) } }).catch(() => undefined);
  }
  const migration = await untilSettled(product, company, id);
  await control.clearFaults();
  const changes = await control.sourceChanges(companyId);
  const idsOf = (action: string) => changes.flatMap((change) => (change.action === action ? change.ids : []));
  const limits = await control.sourceLimitCounts();
  await control.resetLimits();
  const lines = await session.call(getMigrationLogs, {
    params: { id: String(id) },
    query: { limit: 10_000 },
  });
  return {
    migration,
    log: lines
      .filter(({ context }) => !('batch' in context) && !('sourceId' in context))
      .map(({ timestamp, message }) => `${timestamp.slice(11, 23)} ${message}`)
      .reverse(),
    seconds: (performance.now() - started) / 1_000,
    violations: violations({
      migration,
      before,
      after: await control.sourceIds(companyId, 'contacts'),
      inserted: idsOf('inserted'),
      deleted: idsOf('deleted'),
      target: await control.targetContacts(portalId),
      heldStillAtEnd: shiftedUntil < Date.parse(migration.completedAt ?? '') - lastLookMs,
      bansAtSource: limits.bans,
      oneAttemptOnly: !mayChangeWorkers(plan),
    }),
  };
}

const look = (company: TestCompany, id: number): Promise<Migration> =>
  company.session.call(getMigration, { params: { id: String(id) } });

/** Waits until so large a share of the records is processed, or the migration has ended. */
async function untilShare(company: TestCompany, id: number, share: number): Promise<void> {
  await eventually(
    async () => {
      const { status, processedCount, targetCount } = await look(company, id);
      const reached = targetCount > 0 && processedCount >= share * targetCount;
      if (!ended.has(status) && !reached) throw new Error(`It is at ${String(processedCount)}`);
    },
    { within: endsWithinMs, what: `migration ${String(id)} to reach ${share.toFixed(2)}` },
  );
}

/** The migration when it has ended and no worker has anything of it in hand any more. */
function untilSettled(product: Product, company: TestCompany, id: number): Promise<Migration> {
  return eventually(
    async () => {
      const migration = await look(company, id);
      if (!ended.has(migration.status)) throw new Error(`It is ${JSON.stringify(migration)}`);
      if (migration.reconciliation === null || (await runHolder(product)))
        throw new Error('A worker still has it in hand');
      return migration;
    },
    { within: endsWithinMs, what: `migration ${String(id)} to end` },
  );
}
