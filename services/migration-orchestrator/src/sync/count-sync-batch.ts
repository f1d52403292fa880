import { objectTypes, type FailureCode } from '@ridgeline/contracts';
import type { PlannedRecord, ReportedOutcome } from '@ridgeline/contracts/internal';
import type { BatchDone } from '@ridgeline/events';
import type { Tx } from '@ridgeline/postgres';
import { readOutcomes } from '../outcomes/reported-outcome.ts';
import { changesOf } from '../plans/planned-changes.ts';
import { roundTables } from '../migration-state/run-tables.ts';
import { noteChecked } from '../sync-state/checked-records.postgres.ts';
import { closeClaims } from '../sync-state/claim-store.postgres.ts';
import { wakeForFreed } from '../sync-state/freed-values.ts';
import { noteChanges } from '../sync-state/linked-count.postgres.ts';
import { addWritten, storeStates, type StatedBatch } from '../sync-state/source-states.postgres.ts';
import { wakeReferring } from '../sync-state/waiting-reference-store.postgres.ts';
import {
  forgetNew,
  releaseDone,
  releaseFailed,
  rememberNew,
  type DeadLetterCause,
  type FailedRecord,
} from './hand-back-store.postgres.ts';
import {
  countSettleBatch,
  countSyncBatch,
  findSyncBatch,
  freeUnwritten,
  type CountedBatchKey,
  type CountedRecord,
  type FeedLine,
  type ReportedRound,
} from './sync-report-store.postgres.ts';

/** The result of a report about a sync. */
export type SyncVerdict =
  | {
      readonly result: 'counted';
      readonly kind?: string;
      readonly records?: readonly CountedRecord[];
      readonly deadLetters?: readonly DeadLetterCause[];
      /** Records that AccuLynx does not have and that were not known here. */
      readonly unknownGone?: number;
      /** Records that a comparison with HubSpot found to differ, and that were written again. */
      readonly repaired?: number;
    }
  | { readonly result: 'repeated' | 'stale' }
  | { readonly result: 'unusable'; readonly why: string };

const linkedKinds: ReadonlySet<string> = new Set(Object.values(objectTypes).map(({ name }) => name));

/** Reasons why HubSpot rejects a record until a user changes something: a retry would only repeat the rejection. */
const needPeople: ReadonlySet<string> = new Set<FailureCode>([
  'invalid_email',
  'invalid_option',
  'invalid_value',
  'property_missing',
  'property_read_only',
  'property_required',
  'refused',
]);

/**
 * Counts an executed batch, once, however late its report arrives. A report under an older lease than that of the plan in
 * force is about a plan that was amended since then; a report about part of the batch is stale as soon as another worker has
 * the round. The caller holds the connection's row. In this order:
 *
 *  1. feed entries, links, repairs, and states; for a settle batch, values that were given or refused
 *  2. records of the round's own kind leave the round (hand-back-store); those without a link stay new. Records without an
 *     outcome because their worker was stopped may be planned again, including related records
 *  3. the batch's claims are released; records that wait for values which are now free, or for its records, become due
 */
export async function countSyncBatchDone(
  tx: Tx,
  round: ReportedRound,
  epoch: number,
  report: BatchDone,
): Promise<SyncVerdict> {
  const outcomes = readOutcomes(report);
  if (!outcomes) return { result: 'unusable', why: 'An outcome has no kind' };
  const stored = await findSyncBatch(tx, round.round, report.batch);
  if (!stored) return { result: 'unusable', why: 'This batch was never planned' };
  if (stored.done) return { result: 'repeated' };
  if (epoch < stored.epoch) return { result: 'stale' };

  const { kind, pass, records } = stored;
  const key = { ...round, batch: report.batch, kind, linked: linkedKinds.has(kind) };
  const planned = new Set(records.map(({ sourceId }) => sourceId));
  const known = outcomes.filter(({ sourceId }) => planned.has(sourceId));
  const reported = new Set(known.map(({ sourceId }) => sourceId));
  const unwritten = [...planned].filter((sourceId) => !reported.has(sourceId));
  // The worker that has the round now executes the whole plan.
  if (unwritten.length > 0 && epoch < round.epoch) return { result: 'stale' };
  const lines = feedLines(known, records);
  let counted: readonly CountedRecord[] = [];
  let deadLetters: readonly DeadLetterCause[] = [];
  let repaired = 0;
  if (pass === 'settle') {
    await countSettleBatch(tx, key, lines);
    await addWritten(tx, { connectionId: round.connection_id, kind }, known);
  } else {
    counted = await countSyncBatch(tx, key, lines);
    if (counted.some(({ origin }) => origin === 'check')) repaired = await noteChecked(tx, round, key);
    if (key.linked) await storeStates(tx, statedBatch(round, key), known);
    await freeUnwritten(tx, key, unwritten);
    if (kind === round.kind) deadLetters = await handBack(tx, round, known);
  }
  const linked = counted.filter(({ newlyLinked }) => newlyLinked).length;
  if (lines.some(isWritten)) await noteChanges(tx, { connectionId: round.connection_id, kind }, { linked });
  await closeClaims(tx, round.round, report.batch);
  const { portal_queue: portalQueue } = round;
  await wakeForFreed(tx, { portalQueue, kind, outcomes: known, records: () => Promise.resolve(records) });
  const connection = { connectionId: round.connection_id, companyId: round.company_id };
  const inHubspot = known.flatMap(({ sourceId, hubspotId }) => (hubspotId === null ? [] : sourceId));
  if (key.linked) await wakeReferring(tx, connection, kind, inHubspot);
  return { result: 'counted', kind, records: counted, deadLetters, repaired };
}

const statedBatch = (
  { round: run, connection_id: connectionId, company_id: companyId }: ReportedRound,
  { batch, kind }: Pick<CountedBatchKey, 'batch' | 'kind'>,
): StatedBatch => ({ tables: roundTables, run, batch, kind, connectionId, companyId });

/** Returns the causes of the records that have become dead letters. */
async function handBack(
  tx: Tx,
  round: ReportedRound,
  outcomes: readonly ReportedOutcome[],
): Promise<DeadLetterCause[]> {
  const idsOf = (some: readonly ReportedOutcome[]) => some.map(({ sourceId }) => sourceId);
  const failed = outcomes.filter(({ outcome }) => outcome === 'failed');
  const unlinked = outcomes.filter(({ hubspotId }) => hubspotId === null);
  await rememberNew(tx, round, idsOf(unlinked));
  await forgetNew(tx, round, idsOf(outcomes.filter(({ hubspotId }) => hubspotId !== null)));
  const deadLetters = await releaseFailed(tx, round, failed.map(failedRecord));
  await releaseDone(tx, round, idsOf(outcomes.filter(({ outcome }) => outcome !== 'failed')));
  return deadLetters;
}

const failedRecord = (outcome: ReportedOutcome): FailedRecord => ({
  ...outcome,
  needsPeople: needPeople.has(outcome.reason ?? ''),
});

const isWritten = ({ outcome }: Pick<ReportedOutcome, 'outcome'>): boolean =>
  outcome === 'created' || outcome === 'updated';

/** The outcomes of a batch with what was changed, as its plan says. */
function feedLines(outcomes: readonly ReportedOutcome[], records: readonly PlannedRecord[]): FeedLine[] {
  const plans = new Map(records.map((record) => [record.sourceId, record]));
  return outcomes.map((outcome) => {
    const plan = plans.get(outcome.sourceId);
    return { ...outcome, changes: plan && isWritten(outcome) ? changesOf(plan) : [] };
  });
}
