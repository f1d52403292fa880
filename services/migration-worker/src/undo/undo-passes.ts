import { mostPlanned, type PlannedRecord, type WrittenRecord } from '@ridgeline/contracts/internal';
import { chunk } from '../base/collections.ts';
import { labelsUndone, madeAssociation } from '../hubspot-io/associations/association-labels.ts';
import { pairId, pairIn } from '../hubspot-io/associations/association-target.ts';
import type { FollowUpPass, FollowUpPassContext, WriteRules } from '../object-migration/write-rules.ts';
import type { FollowedWrites, UndoneSoFar } from './followed-writes.ts';
import { planUndo } from './plan-undo.ts';
import { readTies, tiesWithout } from './ties.ts';
import { endSpared, notKnownBefore } from './undo-messages.ts';

/** Undoes what a migration wrote besides its own records: records that came along, or the associations of records. */
export function undoPass(
  { type, openTarget, comparison }: WriteRules,
  followed: FollowedWrites,
): FollowUpPass {
  const rules: WriteRules = { type, openTarget, ...(comparison ? { comparison } : {}) };
  const plan = type.hubspotObject === null ? planAssociations : planRecords;
  return {
    rules,
    async *plans(context) {
      const size = type.hubspotObject === null ? mostPlanned : context.batchSize;
      for await (const page of writtenPages(type.name, followed))
        for (const some of chunk(await unplanned(context, type.name, page), size)) {
          const planned = await plan(some, { context, followed, rules });
          if (planned.length > 0) yield planned;
        }
    },
  };
}

async function* writtenPages(
  kind: string,
  followed: FollowedWrites,
): AsyncGenerator<readonly WrittenRecord[]> {
  for (let before: number | null = null, isOver = false; !isOver;) {
    const page: Awaited<ReturnType<FollowedWrites['written']>> = await followed.written(kind, before);
    yield page.records;
    before = page.next;
    isOver = before === null;
  }
}

/** Without those that a batch of this run holds already. */
async function unplanned(
  { run, ledger, signal }: FollowUpPassContext,
  kind: string,
  page: readonly WrittenRecord[],
): Promise<readonly WrittenRecord[]> {
  const held = new Set<string>();
  for (const some of chunk(page, mostPlanned)) {
    const questions = some.map(({ plan: { sourceId } }) => ({ sourceId, key: null }));
    const identities = await ledger.resolveIdentities(run, kind, questions, signal);
    for (const { sourceId, seenInBatch } of identities) if (seenInBatch !== null) held.add(sourceId);
  }
  return page.filter(({ plan }) => !held.has(plan.sourceId));
}

interface PassParts {
  readonly context: FollowUpPassContext;
  readonly followed: FollowedWrites;
  readonly rules: WriteRules;
}

const idOf = ({ outcome }: WrittenRecord): string => outcome.hubspotId ?? '';

/** Records that came along are undone as those of the migration's own kind; what this undo has removed is no use of them. */
async function planRecords(
  written: readonly WrittenRecord[],
  { context: { hubspot, read, signal }, followed, rules: { type, comparison } }: PassParts,
): Promise<readonly PlannedRecord[]> {
  const { hubspotObject: object } = type;
  if (object === null) return [];
  const created = written.filter(({ plan }) => plan.action === 'create').map(idOf);
  const [found, ties] = await Promise.all([
    read.byId(written.map(idOf)),
    readTies(hubspot, { object, ids: created }, signal),
  ]);
  const tied = [...ties].flatMap(([id, of]) =>
    [...of.values()].flatMap((others) => others.flatMap((other) => [other, `${other}/${id}`])),
  );
  const { removed } = tied.length === 0 ? { removed: new Set<string>() } : await followed.undone(tied);
  return written.map((one) => {
    const id = idOf(one);
    const left = tiesWithout(
      ties.get(id) ?? new Map<string, never>(),
      (other) => removed.has(other) || removed.has(`${other}/${id}`),
    );
    return planUndo(one, { current: found.get(id) ?? null, ties: left }, { type, form: comparison?.form });
  });
}

/** Associations are removed, unless a record that they tie is spared. */
async function planAssociations(
  written: readonly WrittenRecord[],
  { followed }: PassParts,
): Promise<readonly PlannedRecord[]> {
  const ends = written.flatMap((one) => Object.values(pairIn(idOf(one))));
  const soFar = await followed.undone([...new Set(ends)]);
  return written.flatMap((one) => planAssociation(one, soFar));
}

function planAssociation(written: WrittenRecord, { removed, spared }: UndoneSoFar): readonly PlannedRecord[] {
  const { sourceId, name } = written.plan;
  const hubspotId = idOf(written);
  const ends = Object.values(pairIn(hubspotId));
  const about = { sourceId, name, warnings: [] };
  const goneWith = ends.find((id) => removed.has(id));
  if (goneWith !== undefined) return [{ ...about, action: 'archive', hubspotId, goneWith }];
  if (ends.some((id) => spared.has(id)))
    return [{ ...about, action: 'skip', reason: 'in_use_by_others', message: endSpared, standIn: hubspotId }];
  return undone(written, about);
}

/** What is done about a pair whose records both stay as they were before: it is removed, or its labels are as before. */
function undone(
  written: WrittenRecord,
  about: Pick<PlannedRecord, 'sourceId' | 'name' | 'warnings'>,
): readonly PlannedRecord[] {
  const hubspotId = idOf(written);
  const change = written.plan.action === 'create' ? written.plan.properties : {};
  const isOurs = madeAssociation(change);
  if (isOurs === 'unknown')
    return [
      { ...about, action: 'skip', reason: 'no_prior_value', message: notKnownBefore, standIn: hubspotId },
    ];
  const labels = labelsUndone(change).map((properties): PlannedRecord => ({
    ...about,
    sourceId: pairId(properties),
    action: 'create',
    properties: { ...properties },
  }));
  return isOurs ? [{ ...about, action: 'archive', hubspotId }, ...labels] : labels;
}
