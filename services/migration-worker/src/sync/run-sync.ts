import { pause } from '@ridgeline/kit';
import { RunStopped } from '../base/run-errors.ts';
import type { Lease } from '../lease/lease.ts';
import type { RunExit } from '../run/run-slots.ts';
import { runRound } from './run-round.ts';
import type { SyncServices } from './sync-services.ts';

/*
 * A held sync, round after round: one of a connection follows that of another one, never beside it.
 *
 *   take ── a round ──────────> run it ── over ──> take
 *                                      └─ left ──> handed back, for when its wait is over
 *   take ── none, `waitMs` ───> pause ──> take
 *   take ── none, nothing due > handed back
 *   any ─── the lease stops ──> handed back, or lost
 */

/** How soon it is asked again while the end of the last round is not counted yet. */
const countingMs = 50;
/** For how long a sync is left alone when our own error ended it. */
const afterErrorMs = 10_000;

/** Works on a claimed sync until nothing is due, or it is handed back or taken away. Never rejects. */
export async function runSync(services: SyncServices, lease: Lease): Promise<RunExit> {
  const { orchestrator, logger } = services;
  let lastRound = 0;
  try {
    for (;;) {
      const { round, waitMs } = await orchestrator.takeRound(lease, lease.stopping);
      if (round && round.round !== lastRound) {
        const end = await runRound(services, round, lease);
        if (end.exit === 'left') return handedBack(lease, end.wait);
        lastRound = round.round;
      } else {
        if (!round && waitMs === null) return handedBack(lease);
        await pause(waitMs ?? countingMs, lease.stopping);
      }
    }
  } catch (error) {
    if (error instanceof RunStopped || lease.stopReason !== null) return handedBack(lease);
    logger.error({ err: error }, 'A sync stopped because of an unexpected error; it is taken up again');
    return handedBack(lease, { ms: afterErrorMs, reason: 'An error on our side' });
  }
}

const handedBack = (
  { stopReason }: Lease,
  wait?: Extract<RunExit, { exit: 'handed-back' }>['wait'],
): RunExit => (stopReason === 'lost' ? { exit: 'lost' } : { exit: 'handed-back', ...(wait ? { wait } : {}) });
