import type { Answer } from '../../http/answer.ts';
import { batchAnswer, notFoundError, type BatchError } from '../requests/batch-answer.ts';
import { DraftCheck, type Draft, type DraftRules, type Verdict } from './draft.ts';
import { refuse } from '../answers/errors.ts';
import type { CrmRecord } from '../portal/record.ts';
import { showRecord } from './show-record.ts';
import { contactExists, valuesNotValid } from '../answers/validation-errors.ts';

type BatchKind = 'create' | 'update' | 'upsert';

export interface BatchWrite extends DraftRules {
  readonly kind: BatchKind;
  /** In the order of the inputs; those whose record is missing are in `missingIds` instead. */
  readonly drafts: readonly Draft[];
  readonly missingIds: readonly string[];
  /** The property by which an upsert or update identified its records, which its results show as well. */
  readonly idProperty: string | null;
  readonly request: number;
  /** Further effects of a written input, such as its associations. */
  readonly onWritten?: (index: number, record: CrmRecord) => void;
}

const conflictOf = (verdict: Verdict): (Verdict & { kind: 'conflict' }) | null =>
  verdict.kind === 'conflict' ? verdict : null;

/** A batch is processed record by record only when each input has a trace id of its own. */
function isTraced(drafts: readonly Draft[]): boolean {
  const traceIds = drafts.flatMap(({ traceId }) => (traceId === null ? [] : [traceId]));
  return traceIds.length === drafts.length && new Set(traceIds).size === drafts.length;
}

/** Refuses the batch as a whole where HubSpot does, before anything is written (docs/vendors/hubspot.md, 7, the table). */
function refuseWhole({ portal, kind, drafts }: BatchWrite, verdicts: readonly Verdict[]): void {
  const { updateWithTraceIds, batchConflict, conflictNamesId } = portal.behaviour();
  const apart = isTraced(drafts) && !(kind === 'update' && updateWithTraceIds === '400');
  const problems = verdicts.flatMap((verdict) => (verdict.kind === 'invalid' ? verdict.problems : []));
  if (!apart && problems.length > 0) refuse(400, valuesNotValid(problems, portal.portalId));
  const conflict = verdicts.map(conflictOf).find((verdict) => verdict !== null);
  if (conflict !== undefined && (!apart || (kind !== 'create' && batchConflict === 'whole'))) {
    const owner = typeof conflict.owner === 'number' ? null : conflict.owner.id;
    refuse(409, contactExists(conflictNamesId ? owner : null));
  }
}

/** What a result shows: everything of a new record; of an updated one, the sent values and its dates. */
function shown(write: BatchWrite, draft: Draft, record: CrmRecord): unknown {
  const { portal, type, kind, idProperty } = write;
  const sent = [...Object.keys(draft.values), 'createdate', 'hs_object_id', type.modifiedProperty];
  if (idProperty !== null) sent.push(idProperty);
  const isNew = draft.existing === null;
  const view = showRecord(portal, type, record, (all) =>
    isNew
      ? all
      : Object.fromEntries(sent.flatMap((name) => (name in all ? [[name, all[name] ?? null]] : []))),
  );
  const traced =
    portal.behaviour().echoTraceId && draft.traceId !== null ? { objectWriteTraceId: draft.traceId } : {};
  return { ...view, ...(kind === 'upsert' ? { new: isNew } : {}), ...traced };
}

function errorFor(
  write: BatchWrite,
  draft: Draft,
  verdict: Verdict,
  written: readonly (CrmRecord | null)[],
): BatchError {
  const traced = draft.traceId === null ? {} : { objectWriteTraceId: [draft.traceId] };
  if (verdict.kind === 'invalid') {
    const { message, category } = valuesNotValid(verdict.problems, write.portal.portalId);
    return { status: 'error', category: category ?? 'VALIDATION_ERROR', message, context: traced };
  }
  const owner = verdict.kind === 'conflict' ? verdict.owner : null;
  const id = (typeof owner === 'number' ? written[owner]?.id : owner?.id) ?? null;
  const named = write.portal.behaviour().conflictNamesId ? id : null;
  return {
    ...contactExists(named),
    status: 'error',
    context: { ...traced, ...(named === null ? {} : { existingId: [named] }) },
  };
}

/** Writes a batch: refused as a whole, or processed record by record, with a 207 for those that could not be written. */
export function writeBatch(write: BatchWrite): Answer {
  const { portal, type, kind, drafts, missingIds, request } = write;
  const startedAt = portal.now();
  const check = new DraftCheck(write);
  const verdicts = drafts.map((draft) => check.verdictOf(draft));
  refuseWhole(write, verdicts);

  const store = portal.records(type);
  const writer = { request, now: startedAt };
  const written = drafts.map((draft, index) => {
    const verdict = verdicts[index];
    if (verdict?.kind !== 'write') return null;
    return draft.existing === null
      ? store.create(verdict.values, writer)
      : store.update(draft.existing, verdict.values, writer);
  });
  const results: unknown[] = [];
  const errors: BatchError[] = missingIds.length > 0 ? [notFoundError(type.singular, missingIds)] : [];
  drafts.forEach((draft, index) => {
    const record = written[index] ?? null;
    const verdict = verdicts[index];
    if (record !== null) {
      write.onWritten?.(index, record);
      results.push(shown(write, draft, record));
    } else if (verdict !== undefined) errors.push(errorFor(write, draft, verdict, written));
  });
  return batchAnswer(portal, startedAt, kind === 'create' ? 201 : 200, results, errors);
}
