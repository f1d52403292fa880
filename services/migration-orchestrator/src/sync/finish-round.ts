import { Absence, RoundResult, type RoundDone } from '@ridgeline/events';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import { takeBackFindings } from '../sync-state/sweep-findings.postgres.ts';
import type { SyncVerdict } from './count-sync-batch.ts';
import {
  everRead,
  finishRound,
  forgetNew,
  leaveToMigrations,
  leftInHand,
  noteCopied,
  releaseDone,
  releaseFailed,
  releaseToRepeat,
  repeatCopied,
  resumeLater,
  waitFor,
  type DeadLetterCause,
} from './hand-back-store.postgres.ts';
import { addLines, countUnfinished, type ReportedRound } from './sync-report-store.postgres.ts';

const gone = {
  reason: 'gone_from_acculynx',
  message: 'deleted in AccuLynx; HubSpot was not changed',
  origin: 'event',
} as const;

const ourFault = 'An error on our side';

/**
 * A record still out of date this long after its last event counts as an attempt: it waits longer each time, and users see it
 * eventually.
 */
const settlesWithinMs = 300_000;
const neverSettled = 'It kept changing while it was copied';

/**
 * Ends a round as its worker reports, under the last lease only. Records without an outcome are handled as follows. `absent`
 * records count as processed. In a round that is done, the rest was out of date and is due again; five minutes after its last
 * event, this counts as an attempt. In a round that was put back, they are due again, and the connection waits. In a failed
 * round each counts as an attempt, and so does each record that it had copied, because what follows these is missing. A round
 * with uncounted batches stays open for the next worker, and is ended if it fails repeatedly.
 */
export async function takeRoundDone(
  tx: Tx,
  round: ReportedRound,
  epoch: number,
  report: RoundDone,
): Promise<SyncVerdict> {
  if (round.epoch !== epoch) return { result: 'stale' };
  if (round.finished) return { result: 'repeated' };
  const reason = storableText(report.reason);
  if (report.result === RoundResult.PUT_BACK)
    await waitFor(tx, round.connection_id, {
      reason: reason || 'A vendor is unavailable',
      ms: report.retryAfterMs,
    });
  if ((await countUnfinished(tx, round.round)) > 0) {
    const isLeft = report.result !== RoundResult.FAILED || (await resumeLater(tx, round, reason || ourFault));
    if (isLeft) return { result: 'counted' };
  }

  const unknownGone = await takeAbsent(tx, round, report);
  let deadLetters: readonly DeadLetterCause[] = [];
  switch (report.result) {
    case RoundResult.DONE:
      deadLetters = await releaseFailed(
        tx,
        round,
        unexplained(await leftInHand(tx, round, { eventBeforeMs: settlesWithinMs }), neverSettled),
      );
      await releaseToRepeat(tx, round);
      await noteCopied(tx, round.connection_id);
      break;
    case RoundResult.PUT_BACK:
      await releaseToRepeat(tx, round);
      break;
    case RoundResult.FAILED:
      deadLetters = [
        ...(await releaseFailed(tx, round, unexplained(await leftInHand(tx, round), reason))),
        ...(await repeatCopied(tx, round, reason || null)),
      ];
      break;
    case RoundResult.UNSPECIFIED:
    default:
      return { result: 'unusable', why: 'The result of the round is not known here' };
  }
  await finishRound(tx, round);
  return { result: 'counted', deadLetters, unknownGone };
}

/**
 * Returns the number of missing records that were never known here: their events may be forged and users have not seen them,
 * so the feed does not name them. The states of missing records are kept: a shifting list may have skipped one, and a sweep
 * that meets it again compares it.
 */
async function takeAbsent(tx: Tx, round: ReportedRound, { absent }: RoundDone): Promise<number> {
  const those = (wanted: Absence) =>
    absent.flatMap(({ absence, sourceId, name }) =>
      absence === wanted ? [{ sourceId, name: storableText(name) || null }] : [],
    );
  const lost = those(Absence.GONE);
  const lostIds = lost.map(({ sourceId }) => sourceId);
  const known = lost.length > 0 ? await everRead(tx, round, lostIds) : new Set<string>();
  if (lost.length > 0) {
    await addLines(
      tx,
      round,
      lost.filter(({ sourceId }) => known.has(sourceId)),
      gone,
    );
    await releaseDone(tx, round, lostIds);
  }
  const old = those(Absence.NOT_NEW).map(({ sourceId }) => sourceId);
  if (old.length > 0) {
    await leaveToMigrations(tx, round, old);
    await takeBackFindings(tx, { connectionId: round.connection_id, kind: round.kind }, old);
  }
  await forgetNew(tx, round, [...lostIds, ...old]);
  return lost.length - known.size;
}

/** Failures of records without a reason of their own. */
function unexplained(sourceIds: readonly string[], message: string) {
  const facts = { name: null, reason: 'round_failed', message: message || null, detail: null, field: null };
  return sourceIds.map((sourceId) => ({ ...facts, sourceId, needsPeople: false }));
}
