import type { ObjectType } from '@ridgeline/contracts';
import { maxPlanned, type PlannedRecord, type WrittenRecord } from '@ridgeline/contracts/internal';
import { chunk } from '../base/collections.ts';
import { pairIn } from '../hubspot-io/associations/association-target.ts';
import type { FollowUpPass, FollowUpPassContext, WriteRules } from '../object-migration/write-rules.ts';
import type { FollowedWrites } from './followed-writes.ts';
import { planUndo } from './plan-undo.ts';
import { readTies, tiesWithout, type TiesOfRecords } from './ties.ts';
import { planAssociation } from './undo-associations.ts';

/** What is undone in addition to the records of a migration's own kind. */
export interface UndoneMigration {
  readonly followed: FollowedWrites;
  /** The migration's own kind: associations lead from its records. */
  readonly own: ObjectType;
  /** The kinds of its associations. */
  readonly associations: readonly string[];
}

/** Undoes what a migration wrote in addition to its own records: related records, or associations. */
export function undoPass(written: WriteRules, migration: UndoneMigration): FollowUpPass {
  const { type, comparison } = written;
  const rules: WriteRules = {
    type,
    openTarget: (hubspot) => written.openTarget(hubspot),
    ...(comparison ? { comparison } : {}),
  };
  const [plan, size] =
    type.hubspotObject === null
      ? [planAssociations, () => maxPlanned]
      : [planRecords, ({ batchSize }: FollowUpPassContext) => batchSize];
  return {
    rules,
    async *plans(context) {
      for await (const page of writtenPages(type.name, migration.followed)) {
        const open = await unplanned(context, type.name, page);
        const ties = tiesOf(type, open, context);
        for (const some of chunk(open, size(context))) {
          const planned = await plan(some, { ...migration, context, rules, ties });
          if (planned.length > 0) yield planned;
        }
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

/** Without those that a batch of this run already contains. */
async function unplanned(
  { run, ledger, signal }: FollowUpPassContext,
  kind: string,
  page: readonly WrittenRecord[],
): Promise<readonly WrittenRecord[]> {
  const held = new Set<string>();
  for (const some of chunk(page, maxPlanned)) {
    const questions = some.map(({ plan: { sourceId } }) => ({ sourceId, key: null }));
    const identities = await ledger.resolveIdentities(run, kind, questions, signal);
    for (const { sourceId, seenInBatch } of identities) if (seenInBatch !== null) held.add(sourceId);
  }
  return page.filter(({ plan }) => !held.has(plan.sourceId));
}

interface PassParts extends UndoneMigration {
  readonly context: FollowUpPassContext;
  readonly rules: WriteRules;
  /** The ties of a page's created records, read once for all of them. */
  readonly ties: () => Promise<TiesOfRecords>;
}

const idsOf = (written: readonly WrittenRecord[]): readonly string[] =>
  written.flatMap(({ outcome }) => outcome.hubspotId ?? []);

function tiesOf(
  { hubspotObject: object }: WriteRules['type'],
  page: readonly WrittenRecord[],
  { hubspot, signal }: FollowUpPassContext,
): PassParts['ties'] {
  const ids = idsOf(page.filter(({ plan }) => plan.action === 'create'));
  let asked: Promise<TiesOfRecords> | null = null;
  return () =>
    (asked ??= object === null ? Promise.resolve(new Map()) : readTies(hubspot, { object, ids }, signal));
}

/**
 * Related records are undone like those of the migration's own kind; records that this undo has removed do not count as using
 * them.
 */
async function planRecords(
  written: readonly WrittenRecord[],
  { context, followed, own, associations, ties, rules: { type, comparison } }: PassParts,
): Promise<readonly PlannedRecord[]> {
  const ids = idsOf(written);
  const [found, tiesById] = await Promise.all([context.read.byId(ids), ties()]);
  const tied = ids.flatMap((id) =>
    [...(tiesById.get(id)?.values() ?? [])].flat().flatMap((other) => [other, `${other}/${id}`]),
  );
  const soFar = await followed.undone(tied);
  return written.map((one) => {
    const id = one.outcome.hubspotId ?? '';
    const left = tiesWithout(
      tiesById.get(id) ?? new Map<string, never>(),
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
