import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import { roundTables } from '../migration-state/run-tables.ts';
import type { HeldSync } from './sync-lease-store.postgres.ts';
import { migrationTypeOf } from '../sync-state/synced-kinds.ts';

/** A round as its worker knows it. */
export interface HeldRound extends HeldSync {
  readonly round: number;
}

/** The round that a worker may query and write; its own number is `id`. */
export interface FencedRound extends FencedRun {
  readonly syncId: number;
  readonly connectionId: number;
  readonly kind: string;
  readonly takenAt: Date;
}

interface RoundFacts extends Omit<FencedRound, 'tables' | 'migration_type'> {
  readonly open: boolean;
}

/**
 * Lets only the holder of the sync continue; for a write, its lease is locked until the transaction ends. Throws
 * `run.lease_lost`, and `run.cancelled` when the round has ended because its connection was switched off, moved or deleted.
 */
export async function fenceRound(
  tx: Tx,
  { syncId, epoch, round }: HeldRound,
  use: 'read' | 'write',
): Promise<FencedRound> {
  if (use === 'write')
    await tx.query(`select 1 from sync_leases where sync_id = $1::bigint and epoch = $2 for key share`, [
      syncId,
      epoch,
    ]);
  const found = await tx.maybeOne<RoundFacts>(
    `select r.round as id, r.company_id, r.portal_id as hubspot_portal_id, s.portal_queue, r.kind,
       r.sync_id as "syncId", r.connection_id as "connectionId", r.taken_at as "takenAt", r.finished_at is null as open
     from sync_leases l join syncs s on s.id = l.sync_id join sync_rounds r on r.sync_id = l.sync_id
     where l.sync_id = $1::bigint and l.epoch = $2 and r.round = $3::bigint`,
    [syncId, epoch, round],
  );
  if (!found) throw new AppError('run.lease_lost');
  const { open, ...facts } = found;
  if (!open) throw new AppError('run.cancelled');
  return { ...facts, migration_type: migrationTypeOf(facts.kind), tables: roundTables };
}
