import type { RunWait, SyncRound } from '@ridgeline/contracts/internal';
import { withLogContext, withSpan } from '@ridgeline/kit';
import { RunFailed, RunStopped } from '../base/run-errors.ts';
import type { ListOrder } from '../base/list-order.ts';
import type { Lease } from '../lease/lease.ts';
import { SyncReporter, type RoundEnd } from '../report/sync-reporter.ts';
import { WaitTracker } from '../waiting/wait-tracker.ts';
import { WaitWatch } from '../waiting/wait-watch.ts';
import { copyRound } from './copy-round.ts';
import type { RecordsAhead } from './records-ahead.ts';
import { RoundLease } from './round-lease.ts';
import { OpenBatches } from './round-pipeline.ts';
import type { SyncServices } from './sync-services.ts';

/*
 * One round, from when it is taken until it is over, or left in its current state to the next holder of the sync:
 *
 *   copied                                          ─> over, 'done': each record has an outcome, is absent or stays due
 *   a wait of `patience` for a vendor               ─> over, 'put_back', with what it waits for
 *   RunFailed: a vendor, or a setting, prevents it  ─> over, 'put_back'; a rejected credential is reported
 *   RunFailed: internal, any other error            ─> over, 'failed': an attempt of each record, copied or not
 *   RunStopped: 'lost', 'shutdown', 'yield', …      ─> left: the lease stops
 *   a batch is planned and not reported             ─> left, with the wait: its plan is executed again; a failure is reported
 *   put back after a batch was planned              ─> left, with the wait: its associations and emails are still to follow
 *   a round before it of the same records is left ──> left: what follows its own records would overtake that round's writes
 */

/** A round that waits this long for a vendor makes room for others, and continues soon after the vendor is back. */
const patience = { maxMs: 20_000, minPauseMs: 5_000 };
/**
 * How soon a round that was left because of a vendor's refusal or our fault is retried, unless its connection is fixed
 * before.
 */
const retryLeftMs = 10_000;

const ourFault = 'Auto-sync stopped because of an error on our side; it is tried again automatically.';

/** Whether the round is over; if not, the sync is handed back until the wait is over. */
export type RoundExit =
  | { readonly exit: 'over' }
  | { readonly exit: 'left'; readonly wait?: RunWait | undefined };

/** The surroundings in which a round runs. */
interface RoundSurroundings {
  readonly sync: Lease;
  /** Resolves when earlier rounds of the same records have ended: whether all of them are over. */
  readonly earlierAreOver: Promise<boolean>;
  /** Which list is read first in a backlog. */
  readonly lists: ListOrder;
  /** The records in lists that are still being read. */
  readonly ahead: RecordsAhead;
}

/** Copies a round and reports its end. Rejects only when the lease stops before the end is published. */
export function runRound(
  services: SyncServices,
  round: SyncRound,
  surroundings: RoundSurroundings,
): Promise<RoundExit> {
  const { companyId, connectionId } = round;
  const attributes = { 'ridgeline.sync': surroundings.sync.runId, 'ridgeline.round': round.round };
  return withLogContext({ companyId, connectionId }, () =>
    withSpan('sync round', attributes, () => untilOver(services, round, surroundings)),
  );
}

async function untilOver(
  services: SyncServices,
  round: SyncRound,
  { sync, ...surroundings }: RoundSurroundings,
): Promise<RoundExit> {
  const { publisher, processId, logger, metrics } = services;
  using lease = new RoundLease(sync, round);
  const waits = new WaitTracker();
  const open = new OpenBatches(round);
  const reporter = new SyncReporter({ publisher, processId, logger, round, lease });
  using watch = new WaitWatch(waits, lease, patience);
  const end = await endOf(services, round, lease, {
    copied: () =>
      copyRound(services, {
        round,
        lease,
        waits,
        open,
        ...surroundings,
        reportBatch: async (execution, { rules }) => {
          await reporter.batchDone(execution, rules.comparison?.form);
          if (execution.plan.pass !== 'settle') metrics.batchDone(execution);
        },
      }),
    wait: () => watch.wait,
  });
  if (end === null || (!open.areNone && end.result !== 'failed'))
    return { exit: 'left', wait: watch.wait ?? undefined };
  if (end.result === 'put_back' && open.anyPlanned)
    return { exit: 'left', wait: { ms: end.retryAfterMs || retryLeftMs, reason: end.reason } };
  await reporter.roundDone(end);
  // The orchestrator counts the failure, and ends the round after several of them.
  if (!open.areNone) return { exit: 'left', wait: { ms: retryLeftMs, reason: end.reason } };
  metrics.roundDone(end.result);
  logger.info({ round: round.round, ...end, absent: end.absent.length }, 'A round of auto-sync is over');
  return { exit: 'over' };
}

const noEnd = { absent: [], reason: '', retryAfterMs: 0 } as const;

/** How a round ended; null when it was stopped without a result. */
async function endOf(
  { prepared, tellRefusal, logger }: SyncServices,
  round: SyncRound,
  lease: RoundLease,
  work: { readonly copied: () => ReturnType<typeof copyRound>; readonly wait: () => RunWait | null },
): Promise<RoundEnd | null> {
  try {
    return { ...noEnd, result: 'done', absent: await work.copied() };
  } catch (error) {
    if (error instanceof RunStopped) {
      const wait = work.wait();
      if (error.reason !== 'waiting' || !wait) return null;
      return { ...noEnd, result: 'put_back', reason: wait.reason, retryAfterMs: wait.ms };
    }
    prepared.forget({ syncId: lease.runId, round });
    if (!(error instanceof RunFailed) || error.isOurs) {
      logger.error({ err: error }, 'A round of auto-sync failed because of an unexpected error');
      return { ...noEnd, result: 'failed', reason: error instanceof RunFailed ? error.problem : ourFault };
    }
    logger.warn({ failure: error.problem }, 'A round of auto-sync was put back');
    if (error.refusedBy) await tellRefusal(round, error.refusedBy, lease.lost);
    return { ...noEnd, result: 'put_back', reason: error.problem };
  }
}
