import {
  newOptionShape,
  type Followed,
  type FollowingWay,
  type Interruption,
  type LinkedPortal,
  type Migration,
  type Reconciliation,
} from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { hasEnded, healthOf, phaseOf, type PhaseFacts } from './migration-status.ts';
import { z } from 'zod';

/** A row of `migrations`, as the statements of this service return it. */
export interface MigrationRow extends PhaseFacts {
  readonly id: number;
  readonly company_id: string;
  readonly connection_id: number;
  /** Names the portal that it writes to; migrations of one queue run one after the other. */
  readonly portal_queue: string;
  readonly connection_name: string;
  readonly hubspot_portal_id: string | null;
  readonly hubspot_object_ids: Migration['hubspotObjectIds'];
  readonly migration_type: Migration['migrationType'];
  readonly batch_size: number;
  readonly concurrency: number;
  readonly delay_ms: number;
  /** The kind of record that the migration's own counters count, by name. */
  readonly kind: string;
  /** Whether it only plans. */
  readonly dry_run: boolean;
  /** The migration that it follows on, and how; null for one of its own. */
  readonly follows: number | null;
  readonly follows_as: FollowingWay | null;
  /** The options for that kind. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly last_activity_at: Date | null;
  readonly failure_message: string | null;
  readonly reconciliation: Reconciliation | null;
  readonly success_count: number;
  readonly created_count: number;
  readonly updated_count: number;
  readonly unchanged_count: number;
  readonly removed_count: number;
  readonly error_count: number;
  readonly skip_count: number;
  readonly attempt: number;
  /** The fencing number of the last lease; 0 before the first. */
  readonly epoch: number;
  readonly commanded_at: Date | null;
  /** It waits for a vendor without a worker, and cannot be claimed yet. */
  readonly waits: boolean;
  /** It has ended, and a worker has yet to read back its unfinished batches. */
  readonly closing: boolean;
  /**
   * The earliest end of its wait for a vendor, with or without a worker; null if it is not waiting, or the end is unknown.
   */
  readonly waiting_until: Date | null;
  /** When it last lost its worker, and when another one resumed it after that; both null before the first loss. */
  readonly interrupted_at: Date | null;
  readonly resumed_at: Date | null;
  readonly interruptions: number;
  readonly crashes_without_progress: number;
  /** Planned batches plus counted records when it last lost a worker. */
  readonly progress_at_crash: number;
}

/** The columns of a `MigrationRow`, for `select` and `returning`. */
export const migrationColumns = `
  id, company_id, connection_id, connection_name, hubspot_portal_id, hubspot_object_ids, portal_queue, migration_type, batch_size, concurrency, delay_ms,
  kind, options, dry_run, follows, follows_as, status, version, created_at, started_at, completed_at,
  last_activity_at, waiting_for, failure_message, reconciliation, target_count, processed_count, counted_through, success_count,
  created_count, updated_count, unchanged_count, removed_count, error_count, skip_count, attempt, epoch, commanded_at,
  crashes_without_progress, progress_at_crash, coalesce(not_before > now(), false) as waits,
  case when status = 'running' and paused_at is null and waiting_for is not null and greatest(not_before, held_until) > now()
    then greatest(not_before, held_until) end as waiting_until,
  interrupted_at, resumed_at, interruptions, closing_until is not null as closing, not_before is not null as put_off, paused_at,
  coalesce(stalled_at > last_activity_at, false) as stalled,
  -- What is only told of a running migration is only looked up for one.
  case when status = 'running' and processed_count = 0 then
    (select b.done_at is not null from batches b where b.migration_id = migrations.id order by b.batch limit 1)
  end as first_batch_done,
  case when status = 'running' then exists (select from leases l where l.migration_id = migrations.id)
    else false end as held`;

/** Reads a migration and locks its row until the transaction ends, so that its changes are serialized. */
export function lockMigration(tx: Tx, id: number): Promise<MigrationRow | undefined> {
  return tx.maybeOne<MigrationRow>(
    `select ${migrationColumns} from migrations where id = $1::bigint for no key update`,
    [id],
  );
}

/** What readers of a migration's records need of it. */
export interface FoundMigration extends LinkedPortal {
  /** The kind of its own records. */
  readonly kind: string;
  readonly dryRun: boolean;
}

/** Throws `migration.not_found` unless the company has the migration; `id` is any number that a path may hold (hence bigint). */
export async function requireMigration(tx: Tx, companyId: string, id: number): Promise<FoundMigration> {
  const found = await tx.maybeOne<FoundMigration>(
    `select hubspot_portal_id as "hubSpotPortalId", hubspot_object_ids as "hubspotObjectIds", kind, dry_run as "dryRun"
     from migrations where company_id = $1 and id = $2::bigint`,
    [companyId, id],
  );
  if (!found) throw new AppError('migration.not_found');
  return found;
}

/** The options as users see them; options that the kind does not read have their defaults. */
const flatOptions = z.object(newOptionShape);

/** The migration that this one follows on; null for one of its own. */
export const followedBy = ({
  follows,
  follows_as,
}: Pick<MigrationRow, 'follows' | 'follows_as'>): Followed | null =>
  follows === null || follows_as === null ? null : { migrationId: follows, as: follows_as };

/** The last loss of a worker; without an end until another worker has resumed the run. */
function interruptionOf({ interrupted_at, resumed_at, interruptions }: MigrationRow): Interruption | null {
  if (interrupted_at === null) return null;
  const resumed = resumed_at !== null && resumed_at >= interrupted_at ? resumed_at : null;
  return { at: interrupted_at.toISOString(), resumedAt: iso(resumed), times: interruptions };
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** The migration as the API and the live stream show it. */
export function toMigration(row: MigrationRow): Migration {
  return {
    id: row.id,
    version: row.version,
    companyId: row.company_id,
    connectionId: row.connection_id,
    connectionName: row.connection_name,
    hubSpotPortalId: row.hubspot_portal_id,
    hubspotObjectIds: row.hubspot_object_ids,
    status: row.status,
    migrationType: row.migration_type,
    createdAt: row.created_at.toISOString(),
    startedAt: iso(row.started_at),
    completedAt: iso(row.completed_at),
    lastActivityAt: iso(row.last_activity_at),
    targetCount: row.target_count,
    processedCount: row.processed_count,
    successCount: row.success_count,
    createdCount: row.created_count,
    updatedCount: row.updated_count,
    unchangedCount: row.unchanged_count,
    removedCount: row.removed_count,
    errorCount: row.error_count,
    skipCount: row.skip_count,
    batchSize: row.batch_size,
    concurrency: row.concurrency,
    delayMs: row.delay_ms,
    ...flatOptions.parse(row.options),
    dryRun: row.dry_run,
    follows: followedBy(row),
    attempt: row.attempt,
    interruption: interruptionOf(row),
    waitingFor: row.waiting_for,
    waitingUntil: iso(row.waiting_until),
    phase: phaseOf(row),
    health: healthOf(row),
    pausedAt: hasEnded(row.status) ? null : iso(row.paused_at),
    failureMessage: row.failure_message,
    reconciliation: row.reconciliation,
  };
}
