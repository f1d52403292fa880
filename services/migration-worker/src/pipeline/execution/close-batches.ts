import {
  isArchive,
  isChange,
  isCreate,
  isUpdate,
  type PlannedArchive,
  type PlannedChange,
  type PlannedUpdate,
} from '@ridgeline/contracts/internal';
import { batchLimit } from '@ridgeline/hubspot';
import { reasonOf } from '../../hubspot-io/failure-reason.ts';
import type { HubspotTarget } from '../../hubspot-io/hubspot-target.ts';
import { findArchived, findCreated, findUpdated, recordReader } from '../../hubspot-io/read-records.ts';
import type { WriteRules } from '../../object-migration/write-rules.ts';
import { done, failure, type Execution } from '../../plans/execution.ts';
import type { ReportBatch, RunKinds } from '../run-kinds.ts';

/** How long a run that ends permanently tries to find the results of unanswered writes. */
export const readBackMs = 30_000;

/** Dependencies of closing batches that no worker executes any more. */
export interface BatchCloser {
  readonly kinds: RunKinds<Pick<HubspotTarget, 'read'>>;
  readonly reportBatch: ReportBatch;
  /** Aborts when another worker closes them. */
  readonly signal: AbortSignal;
  /** Whether the run continues later and plans records without an outcome again: then unconfirmed writes have none. */
  readonly continues?: boolean;
}

/**
 * Closes batches that no worker executes any more. Possible writes are read back, in hundreds, and those found are reported.
 * A record without an outcome was not written, or is planned again. If HubSpot does not answer, it is not asked again.
 */
export async function closeBatches(
  executions: Iterable<Execution>,
  { kinds, signal, reportBatch, continues = false }: BatchCloser,
): Promise<void> {
  let answers = true;
  for (const [kind, ofKind] of Map.groupBy(executions, ({ plan }) => plan.kind)) {
    const known = kinds.rulesOf(kind);
    const target = kinds.targetOf(kind);
    for (const group of inHundreds(ofKind)) {
      const patience = answers ? AbortSignal.timeout(readBackMs) : AbortSignal.abort();
      const until = AbortSignal.any([signal, patience]);
      const settled = await settleUnconfirmed(group, { rules: known.rules, target, continues }, until);
      if (signal.aborted) return;
      answers &&= settled;
      // A batch that cannot be published stays uncounted, and the summary says so; the others are still reported.
      for (const execution of group) await reportBatch(execution, known).catch(() => undefined);
    }
  }
}

/** Whole batches, as many as can be read back with one call. */
function* inHundreds(executions: Iterable<Execution>): Generator<readonly Execution[]> {
  let group: Execution[] = [];
  let open = 0;
  for (const execution of executions) {
    const more = unconfirmedWrites(execution).length;
    if (group.length > 0 && open + more > batchLimit) {
      yield group;
      [group, open] = [[], 0];
    }
    group.push(execution);
    open += more;
  }
  if (group.length > 0) yield group;
}

/** The writes that may have been sent, and that were not answered. */
function unconfirmedWrites({ plan, outcomes, sent }: Execution): readonly PlannedChange[] {
  return plan.records
    .filter(isChange)
    .filter(({ sourceId }) => sent.has(sourceId) && !outcomes.has(sourceId));
}

/**
 * Finds the results of one kind of writes that a permanently ending run sent without getting an answer, by reading the
 * records back by id. A record that is not found was not written and has no outcome. If HubSpot does not answer before the
 * signal aborts, the results are unknown, and the outcomes say so unless the run continues. Returns whether HubSpot answered.
 */
async function settleUnconfirmed(
  executions: readonly Execution[],
  {
    rules,
    target,
    continues,
  }: {
    readonly rules: WriteRules;
    readonly target: Pick<HubspotTarget, 'read'>;
    readonly continues: boolean;
  },
  signal: AbortSignal,
): Promise<boolean> {
  const open = executions.flatMap((execution) =>
    unconfirmedWrites(execution).map((record) => ({ record, outcomes: execution.outcomes })),
  );
  if (open.length === 0) return true;
  const records = open.map(({ record }) => record);
  const read = recordReader(target, rules.type, signal);
  const ids = records.filter(isCreate).map(({ sourceId }) => sourceId);
  try {
    const [created, updated, archived] = await Promise.all([
      findCreated(read, ids),
      findUpdated(read, records.filter(isUpdate)),
      findArchived(read, records.filter(isArchive)),
    ]);
    for (const { record, outcomes } of open) {
      const id = idIn(record, { created, updated, archived });
      if (id !== undefined) outcomes.set(record.sourceId, done(record, id));
    }
    return true;
  } catch {
    if (continues) return false;
    const unknown = reasonOf('not_confirmed', rules.type);
    for (const { record, outcomes } of open) outcomes.set(record.sourceId, failure(record, unknown));
    return false;
  }
}

/** The HubSpot id of a record that was written, or removed, as planned; undefined otherwise. */
function idIn(
  record: PlannedChange,
  {
    created,
    updated,
    archived,
  }: {
    readonly created: (sourceId: string) => string | undefined;
    readonly updated: (record: PlannedUpdate) => string | undefined;
    readonly archived: (record: PlannedArchive) => string | undefined;
  },
): string | undefined {
  if (record.action === 'create') return created(record.sourceId);
  return record.action === 'update' ? updated(record) : archived(record);
}
