import type { AnswerOf } from '@ridgeline/contracts';
import type { SyncRound, takeRound as takeRoundEndpoint } from '@ridgeline/contracts/internal';
import type { Database, Tx } from '@ridgeline/postgres';
import {
  findOpenRound,
  findTurn,
  openRound,
  plansOfRound,
  recordsInHand,
  untilNextDue,
  type RoundRow,
} from './round-store.postgres.ts';
import { lockSyncConnection, recountList, wantedNow } from './sync-connection-store.postgres.ts';
import { holdSync, makesRoom, type HeldSync } from './sync-lease-store.postgres.ts';
import { migrationTypeOf, syncedKinds } from './synced-kinds.ts';

/** The kinds whose existing records are noted. */
export const notedKinds = syncedKinds.flatMap(({ kind, notesExisting }) => (notesExisting ? kind : []));

/** A worker keeps a sync while its next round is due within so long; it is offered again before a later one. */
const soonMs = 5_000;
/** So often it asks until then: a hundred records may be due sooner than the first of them. */
const askMs = 1_000;

/**
 * Gives the holder of a sync its next round: one that was left comes first, as it is now; none where the sync makes room for
 * another one. Two calls at the same time get the same round. Throws `run.lease_lost`.
 */
export function takeRound(db: Database, held: HeldSync): Promise<AnswerOf<typeof takeRoundEndpoint>> {
  return db.forSystem(async (tx) => {
    await holdSync(tx, held);
    const open = await findOpenRound(tx, held.syncId);
    if (!open && (await makesRoom(tx, held))) return { round: null, waitMs: null };
    const row = open ?? (await nextRound(tx, held.syncId));
    if (row) return { round: await roundOf(tx, row), waitMs: null };
    for (const id of await wantedNow(tx, held.syncId)) await recount(tx, id);
    const ms = await untilNextDue(tx, held.syncId);
    if (ms === null || ms > soonMs) return { round: null, waitMs: null };
    return { round: null, waitMs: Math.ceil(Math.min(Math.max(ms, 100), askMs)) };
  });
}

/** None of its records is due, though its row says so: else its sync would be offered again and again. */
async function recount(tx: Tx, connectionId: number): Promise<void> {
  if (await lockSyncConnection(tx, connectionId)) await recountList(tx, connectionId, notedKinds);
}

async function nextRound(tx: Tx, syncId: number): Promise<RoundRow | null> {
  const turn = await findTurn(tx, syncId, notedKinds);
  if (!turn) return null;
  const connection = await lockSyncConnection(tx, turn.connection_id);
  // It was switched off, moved or deleted in between: the next call sees that.
  if (connection?.sync_id !== syncId || !connection.since[turn.kind]) return null;
  return openRound(tx, syncId, turn);
}

async function roundOf(tx: Tx, row: RoundRow): Promise<SyncRound> {
  return {
    round: row.round,
    connectionId: row.connection_id,
    companyId: row.company_id,
    migrationType: migrationTypeOf(row.kind),
    options: row.options,
    since: row.since.toISOString(),
    existingNoted: row.existing_noted || !notedKinds.includes(row.kind),
    takenAt: row.taken_at.toISOString(),
    records: await recordsInHand(tx, row.round),
    ...(await plansOfRound(tx, row.round)),
  };
}
