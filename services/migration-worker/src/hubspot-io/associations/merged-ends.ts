import type { BatchAnswer, UpsertInput } from '@ridgeline/hubspot';
import type { CallSignals } from '../../vendors/run-vendors.ts';
import { isGone } from '../failure-reason.ts';
import type { HubspotTarget, TargetAnswer } from '../hubspot-target.ts';
import type { RecordReader } from '../read-records.ts';
import { pairId, pairIn } from './association-target.ts';

/** The kind of the pairs' second records, for look-ups. */
export interface MergedEnds {
  /** Finds, by the id of a merged record, the resulting record. */
  readonly readerOf: (signal: AbortSignal) => Pick<RecordReader, 'byId'>;
  /** The property under which an answer contains the pair. */
  readonly pairProperty: string;
}

/**
 * Associations as records, whose second record may have been merged into another one since it was linked. HubSpot rejects
 * such a pair, and the record that resulted from the merge is associated instead. Only rejected pairs cost extra calls.
 */
export function followingMergedEnds(
  target: HubspotTarget,
  { readerOf, pairProperty }: MergedEnds,
): HubspotTarget {
  const upsert = async (inputs: readonly UpsertInput[], signals: CallSignals): Promise<TargetAnswer> => {
    const answer = await target.upsert(inputs, signals);
    if (answer.outcome === 'rejected') return answer;
    const rejected = rejectedIn(inputs, answer.value);
    const moved = await movedPairs(rejected, readerOf(signals.waiting));
    if (moved.size === 0) return answer;
    const again = await target.upsert([...moved.values()], signals);
    if (again.outcome === 'rejected') return again;
    return { outcome: 'ok', value: merged(answer.value, again.value, { moved, pairProperty }) };
  };
  return { ...target, upsert };
}

/** The pairs of which one record no longer exists in HubSpot. */
const rejectedIn = (inputs: readonly UpsertInput[], { problems }: BatchAnswer): readonly UpsertInput[] =>
  inputs.filter(({ id }) => problems.some((problem) => isGone(problem) && problem.traceIds.includes(id)));

/** The pairs to associate after a merge, by their former ids. */
async function movedPairs(
  pairs: readonly UpsertInput[],
  read: Pick<RecordReader, 'byId'>,
): Promise<ReadonlyMap<string, UpsertInput>> {
  if (pairs.length === 0) return new Map();
  const found = await read.byId(pairs.map(({ id }) => pairIn(id).to));
  return new Map(
    pairs.flatMap((pair) => {
      const { from, to } = pairIn(pair.id);
      const became = found.get(to)?.id ?? to;
      return became === to ? [] : [[pair.id, { ...pair, id: pairId({ from, to: became }) }] as const];
    }),
  );
}

/** Combines both answers; moved pairs are found by their former ids. */
function merged(
  first: BatchAnswer,
  second: BatchAnswer,
  {
    moved,
    pairProperty,
  }: { readonly moved: ReadonlyMap<string, UpsertInput>; readonly pairProperty: string },
): BatchAnswer {
  const made = [...moved].flatMap(([former, { id }]) =>
    second.results.some((result) => result.id === id) ? { id, properties: { [pairProperty]: former } } : [],
  );
  const problems = [...moved].flatMap(([former, { id }]) =>
    second.problems
      .filter(({ traceIds }) => traceIds.includes(id))
      .map((problem) => ({ ...problem, traceIds: [former] })),
  );
  const kept = first.problems.filter(({ traceIds }) => !traceIds.some((id) => moved.has(id)));
  return { results: [...first.results, ...made], problems: [...kept, ...problems] };
}
