import type { RunWait } from '@ridgeline/contracts/internal';
import { RunStopped } from '../base/run-errors.ts';
import { ListOrder } from '../base/list-order.ts';
import type { Lease } from '../lease/lease.ts';
import type { RunExit } from '../run/run-slots.ts';
import { RecordsAhead } from './records-ahead.ts';
import { RoundsInHand } from './rounds-in-hand.ts';
import { runRound } from './run-round.ts';
import type { SyncServices } from './sync-services.ts';

/*
 * A held sync. Rounds run concurrently; the orchestrator decides which.
 *
 *   take ── a round ──────────> run it beside the others ──> take
 *   take ── none, `waitMs` ───> pause, until a round ends, or records of another were read ahead ─> take
 *   take ── none, nothing due > when no round is in hand: handed back
 *   a round is left ──────────> no more are taken; when all have ended: handed back until its wait is over
 *   any ─── the lease stops ──> when all have ended: handed back, or lost
 */

/** How soon to ask again while the end of a round is not counted yet. */
const countingMs = 50;
/** How often to ask whether another kind is due. */
const besideMs = 1_000;
/** How long a sync is not resumed after one of our own errors. */
const afterErrorMs = 10_000;

/** Works on a claimed sync until nothing is due, or it is handed back or taken away. Never rejects. */
export async function runSync(services: SyncServices, lease: Lease): Promise<RunExit> {
  const { orchestrator, logger } = services;
  const lists = new ListOrder();
  const rounds = new RoundsInHand((round, earlierAreOver) =>
    runRound(services, round, { sync: lease, earlierAreOver, lists, ahead }),
  );
  const ahead = new RecordsAhead({ onWhole: () => rounds.wake() });
  try {
    while (rounds.mayGoOn) {
      const change = rounds.nextChange;
      const beside = { inHand: rounds.ids, readAhead: ahead.offers };
      const { round, waitMs, open } = await orchestrator.takeRound(lease, beside, lease.stopping);
      rounds.counted(open ?? (round ? [round.round] : []));
      if (round && !rounds.has(round.round)) {
        ahead.taken(round);
        rounds.begin(round);
      } else if (!round && waitMs === null && rounds.ids.length === 0) break;
      else {
        const ms = Math.min(waitMs ?? besideMs, rounds.areCounting ? countingMs : besideMs);
        await rounds.until(change, ms, lease.stopping);
      }
    }
    return handedBack(lease, await rounds.untilEnded());
  } catch (error) {
    await rounds.untilEnded().catch(() => undefined);
    if (error instanceof RunStopped || lease.stopReason !== null) return handedBack(lease);
    logger.error({ err: error }, 'A sync stopped because of an unexpected error; it is taken up again');
    return handedBack(lease, { ms: afterErrorMs, reason: 'An error on our side' });
  }
}

const handedBack = ({ stopReason }: Lease, wait?: RunWait): RunExit =>
  stopReason === 'lost' ? { exit: 'lost' } : { exit: 'handed-back', ...(wait ? { wait } : {}) };
