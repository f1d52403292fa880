import { getMigrationLogs, listRecordChanges, logSentence, type Migration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { eventually } from '@ridgeline/testkit';
import { endsWithinMs, untilSettled, type WatchedMigration } from '../disturbing/watched-migration.ts';
import { create, newMigratingTenant } from '../seeded/migrating-tenant.ts';
import type { SyncPlan } from './sync-plan.ts';
import type { SyncedTenant } from './synced-tenant.ts';

/** The result of the migration that runs during auto-sync. */
export interface Beside extends WatchedMigration {
  readonly migration: Migration;
}

/** Returns a function that starts that migration: either one of the first company, or one of another company. */
export async function besideOf(
  product: Product,
  { company, connection }: SyncedTenant,
  { migrates, companies }: SyncPlan,
): Promise<() => Promise<WatchedMigration>> {
  const contacts = companies[0]?.contacts ?? 0;
  const other =
    migrates === null
      ? await newMigratingTenant(product, { type: 'contacts', contacts, jobs: 0, contactsFirst: false })
      : null;
  const begin = other
    ? () => create(other)
    : () => company.startMigration(connection, { migrationType: migrates ?? 'contacts' });
  const begun = async () => ({ company: other?.company ?? company, id: (await begin()).id });
  return () => eventually(begun, { within: 90_000, what: 'a migration to start' });
}

/** How often the migration is started at most: one that starts before the connection is marked as invalid fails as well. */
const maxStarts = 3;

/**
 * Runs the migration to its end. If a credential was revoked during it, it runs again, as its message asks: an invalid
 * connection refuses the start until users have fixed it.
 */
export async function runBeside(
  product: Product,
  start: () => Promise<WatchedMigration>,
  { migrates, disturbances, changes, perSecond }: SyncPlan,
): Promise<Beside> {
  // Its list does not hold still before the stream of changes ends.
  const within = (1_000 * changes) / perSecond + endsWithinMs;
  const isRevoked = disturbances.some(
    ({ company, disturbance }) => company === 0 && migrates !== null && disturbance.kind === 'revoke',
  );
  for (let starts = 1; ; starts += 1) {
    const watched = await start();
    const migration = await untilSettled(product, watched, within);
    const wasRevoked = isRevoked && migration.failureMessage?.includes('no longer accepts') === true;
    if (!wasRevoked || starts === maxStarts) return { ...watched, migration };
  }
}

/** What is wrong with its result, in words. A record may fail if users deleted it in HubSpot since it was read. */
export async function besideProblems(
  { company, id, migration: { status, errorCount } }: Beside,
  deleted: ReadonlySet<string>,
): Promise<string[]> {
  const { records: gone } = await company.session.callPatiently(listRecordChanges, {
    params: { id: String(id) },
    query: { outcome: 'failed', reason: 'hubspot_record_gone' },
  });
  const explained = gone.filter(({ sourceId }) => deleted.has(sourceId)).length;
  return status === 'completed' && errorCount === explained
    ? []
    : [`the migration beside is ${status} with ${String(errorCount)} errors`];
}

/** Its log, the oldest line first. */
export async function besideLog({ company, id }: Beside): Promise<string[]> {
  const lines = await company.session.callPatiently(getMigrationLogs, {
    params: { id: String(id) },
    query: {},
  });
  return lines.map((line) => `${line.timestamp} ${line.level} ${logSentence(line)}`).reverse();
}
