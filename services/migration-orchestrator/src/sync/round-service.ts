import type { AnswerOf } from '@ridgeline/contracts';
import type { ReadAhead, SyncRound, takeRound as takeRoundEndpoint } from '@ridgeline/contracts/internal';
import type { Database, Tx } from '@ridgeline/postgres';
import {
  dropChecked,
  findLeftRound,
  openRound,
  plansOfRound,
  readDueInOrder,
  recordsInHand,
  stillOpen,
  type RoundRow,
} from './round-store.postgres.ts';
import { findTurn, type RoundsBeside } from './round-turn.postgres.ts';
import { closeAbandonedClaims } from '../sync-state/claim-store.postgres.ts';
import { lockSyncConnection, recountList, wantedNow } from './sync-connection-store.postgres.ts';
import { holdSync, makesRoom, type HeldSync } from './sync-lease-store.postgres.ts';
import { migrationTypeOf, syncedKinds } from '../sync-state/synced-kinds.ts';

/** The kinds whose existing records are stored. */
export const notedKinds = syncedKinds.flatMap(({ kind, notesExisting }) => (notesExisting ? kind : []));

/** A worker keeps a sync if its next round is due within this time; otherwise the sync is offered again later. */
const soonMs = 5_000;
/** How often it asks until then: a hundred records may be due sooner than the first of them. */
const askMs = 1_000;

/** A worker's request for a round. */
interface RoundWish {
  readonly inHand?: readonly number[] | undefined;
  readonly heedsChecks: boolean;
  readonly readAhead: readonly ReadAhead[];
}

/**
 * Gives the holder of a sync its next round, in addition to those in hand. A round that another worker left comes first, in
 * its current state; there is none if the sync must make room for another one. Throws `run.lease_lost`.
 *
 * A worker of the previous release does not report what it has in hand, and works on one round at a time, so it is given that
 * one again. It does not support comparisons either.
 */
export function takeRound(
  db: Database,
  held: HeldSync,
  { inHand, heedsChecks, readAhead }: RoundWish,
): Promise<AnswerOf<typeof takeRoundEndpoint>> {
  return db.forSystem(async (tx) => {
    const { syncId } = held;
    await holdSync(tx, held);
    // The worker no longer writes rounds that it does not have in hand.
    if (inHand) await closeAbandonedClaims(tx, syncId, inHand);
    const open = await stillOpen(tx, syncId, inHand ?? []);
    const { row, waitMs } = await leftOrNext(tx, held, { inHand: open, readAhead });
    if (row && !heedsChecks) await dropChecked(tx, row);
    return { round: row && (await roundOf(tx, row)), waitMs, open };
  });
}

/** A round, or when to ask for one. */
interface NextRound {
  readonly row: RoundRow | null;
  readonly waitMs: number | null;
}

const noneSoon: NextRound = { row: null, waitMs: null };

async function leftOrNext(tx: Tx, held: HeldSync, beside: RoundsBeside): Promise<NextRound> {
  await readDueInOrder(tx);
  const left = await findLeftRound(tx, held.syncId, beside.inHand);
  if (left) return { row: left, waitMs: null };
  return (await makesRoom(tx, held)) ? noneSoon : nextRound(tx, held.syncId, beside);
}

/** Its row says that records are due, but none is: without a recount its sync would be offered over and over. */
async function recount(tx: Tx, connectionId: number): Promise<void> {
  if (await lockSyncConnection(tx, connectionId)) await recountList(tx, connectionId, notedKinds);
}

async function nextRound(tx: Tx, syncId: number, beside: RoundsBeside): Promise<NextRound> {
  const turn = await findTurn(tx, syncId, { noting: notedKinds, ...beside });
  if (turn && turn.in_ms <= 0) {
    const connection = await lockSyncConnection(tx, turn.connection_id);
    if (connection?.sync_id === syncId && connection.since[turn.kind])
      return { row: await openRound(tx, syncId, turn), waitMs: null };
    // It was switched off, moved or deleted in between.
    return { row: null, waitMs: 1 };
  }
  if (beside.inHand.length === 0) for (const id of await wantedNow(tx, syncId)) await recount(tx, id);
  if (!turn || turn.in_ms > soonMs) return noneSoon;
  return { row: null, waitMs: Math.ceil(Math.min(turn.in_ms, askMs)) };
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
    createdKnownUntil: row.created_known_until,
    takenAt: row.taken_at.toISOString(),
    records: await recordsInHand(tx, row.round),
    alsoWaiting: row.also_waiting,
    ...(await plansOfRound(tx, row.round)),
  };
}
