import { runPlan, type Migration } from '@ridgeline/contracts';
import { AppError, type Actor } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { toMigration, type MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { createMigrationOnce, followedOn, type CreationParts } from './create-migration.ts';
import { copyChosen, keepsPlans } from './migration-store.postgres.ts';

/**
 * Creates the migration that writes the plan of a completed dry run, with its connection, kind and options. Throws
 * `migration.not_found`, `migration.not_a_plan`, `migration.plan_expired`, and what the creation of any migration throws.
 */
export async function createPlanRun(
  parts: CreationParts,
  { by, idempotencyKey }: { readonly by: Actor; readonly idempotencyKey: string | null },
  id: number,
): Promise<Migration> {
  const action = 'plan-run-created';
  const plan = await followedOn(parts, { by, action, id }, planToRun);
  return createMigrationOnce(parts, {
    by,
    endpoint: runPlan,
    idempotencyKey,
    body: { id },
    action,
    wanted: { ...plan, dryRun: false },
    follows: { migrationId: id, as: 'plan' },
    alsoStore: async (tx, migrationId) => {
      const copied = await copyChosen(tx, id, migrationId);
      if (plan.follows !== null && copied === 0) throw new AppError('migration.not_a_plan');
    },
  });
}

/** An undo has no plan to run: it is planned again from what the migration wrote. For others, the plan must still be kept. */
async function planToRun(row: MigrationRow, tx: Tx): Promise<Migration> {
  if (!row.dry_run || row.status !== 'completed' || row.follows_as === 'undo')
    throw new AppError('migration.not_a_plan');
  if (row.processed_count > 0 && !(await keepsPlans(tx, row.id)))
    throw new AppError('migration.plan_expired');
  return toMigration(row);
}
