import type { ObjectType } from '@ridgeline/contracts';
import { mostPlanned, type PlannedRecord, type WrittenRecord } from '@ridgeline/contracts/internal';
import { chunk } from '../base/collections.ts';
import { pairIn } from '../hubspot-io/associations/association-target.ts';
import type { FollowUpPass, FollowUpPassContext, WriteRules } from '../object-migration/write-rules.ts';
import type { FollowedWrites } from './followed-writes.ts';
import { planUndo } from './plan-undo.ts';
import { readTies, tiesWithout } from './ties.ts';
import { planAssociation } from './undo-associations.ts';

/** What is undone besides the records of a migration's own kind. */
export interface UndoneMigration {
  readonly followed: FollowedWrites;
  /** The migration's own kind: associations lead from its records. */
  readonly own: ObjectType;
  /** The kinds of its associations. */
  readonly associations: readonly string[];
}

/** Undoes what a migration wrote besides its own records: records that came along, or the associations of records. */
export function undoPass(
  { type, openTarget, comparison }: WriteRules,
  migration: UndoneMigration,
): FollowUpPass {
  const rules: WriteRules = { type, openTarget, ...(comparison ? { comparison } : {}) };
  const [plan, size] =
    type.hubspotObject === null
      ? [planAssociations, () => mostPlanned]
      : [planRecords, ({ batchSize }: FollowUpPassContext) => batchSize];
  return {
    rules,
    async *plans(context) {
      for await (const page of writtenPages(type.name, migration.followed))
        for (const some of chunk(await unplanned(context, type.name, page), size(context))) {
          const planned = await plan(some, { ...migration, context, rules });
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

interface PassParts extends UndoneMigration {
  readonly context: FollowUpPassContext;
  readonly rules: WriteRules;
}

/** Records that came along are undone as those of the migration's own kind; what this undo has removed is no use of them. */
async function planRecords(
  written: readonly WrittenRecord[],
  { context, followed, own, associations, rules: { type, comparison } }: PassParts,
): Promise<readonly PlannedRecord[]> {
  const { hubspotObject: object } = type;
  if (object === null) return [];
  const { hubspot, read, signal } = context;
  const idsOf = (some: readonly WrittenRecord[]) => some.flatMap(({ outcome }) => outcome.hubspotId ?? []);
  const created = idsOf(written.filter(({ plan }) => plan.action === 'create'));
  const [found, ties] = await Promise.all([
    read.byId(idsOf(written)),
    readTies(hubspot, { object, ids: created }, signal),
  ]);
  const tied = [...ties].flatMap(([id, of]) =>
    [...of.values()].flatMap((others) => others.flatMap((other) => [other, `${other}/${id}`])),
  );
  const soFar = await followed.undone(tied);
  return written.map((one) => {
    const id = one.outcome.hubspotId ?? '';
    const left = tiesWithout(
      ties.get(id) ?? new Map<string, never>(),
      (other, otherId) =>
        (other === own.hubspotObject.name && soFar.hasRemoved(own.name, otherId)) ||
        associations.some((kind) => soFar.hasRemoved(kind, `${otherId}/${id}`)),
    );
    return planUndo(one, { current: found.get(id) ?? null, ties: left }, { type, form: comparison?.form });
  });
}

async function planAssociations(
  written: readonly WrittenRecord[],
  { followed, own }: PassParts,
): Promise<readonly PlannedRecord[]> {
  const froms = written.map(({ outcome }) => pairIn(outcome.hubspotId ?? '').from);
  const soFar = await followed.undone([...new Set(froms)]);
  return written.flatMap((one) => planAssociation(one, own.name, soFar));
}
