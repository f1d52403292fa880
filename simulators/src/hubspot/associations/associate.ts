import type { EffectOf } from '../../faults/fault.ts';
import type { Portal } from '../portal/portal.ts';
import type { BatchError } from '../requests/batch-answer.ts';
import { missingEnd, recordId, type Ends } from './association-ends.ts';

type Refusals = readonly EffectOf<'refuse-associations'>[];

const tooMany = (id: string, limit: number): BatchError => ({
  status: 'error',
  category: 'VALIDATION_ERROR',
  message: `The record ${id} already has ${limit} associations.`,
  context: { id: [id] },
});

/** The error entry of a fault that refuses one of the two records; null without such a fault. */
function orderedRefusal(
  portal: Portal,
  ends: Ends,
  ids: readonly [string, string],
  refusals: Refusals,
): BatchError | null {
  const values = [ends.from, ends.to].flatMap((type, index) =>
    Object.values(portal.records(type).get(ids[index] ?? '')?.values ?? {}),
  );
  const refusal = refusals.find(({ sourceIds }) => sourceIds.some((id) => values.includes(id)));
  if (refusal === undefined) return null;
  return refusal.form === 'identifier'
    ? missingEnd(ids[0])
    : { status: 'error', category: 'VALIDATION_ERROR', message: 'The association could not be created.' };
}

/** Associates two records and returns null, or the entry that says why it could not. */
export function associate(
  portal: Portal,
  ends: Ends,
  [fromId, toId]: readonly [string, string],
  { labels = [], refusals = [] }: { labels?: readonly number[]; refusals?: Refusals } = {},
): BatchError | null {
  const from = recordId(portal, ends.from, fromId);
  if (from === null) return missingEnd(fromId);
  const to = recordId(portal, ends.to, toId);
  if (to === null) return missingEnd(toId);
  const refusal = orderedRefusal(portal, ends, [from, to], refusals);
  if (refusal !== null) return refusal;
  const present = portal.associations.of(ends.from, from, ends.to);
  const limit = portal.behaviour().associationsPerRecord;
  if (limit !== null && present.length >= limit && !present.includes(to)) return tooMany(from, limit);
  portal.associations.add(ends.from, from, ends.to, to, labels);
  return null;
}

/** A labeled pair as the answer to its creation shows it. */
export const createdAssociation = (
  portal: Portal,
  { from, to }: Ends,
  fromId: string,
  toId: string,
  labels: readonly number[],
) => ({
  fromObjectTypeId: from.typeId,
  fromObjectId: Number(fromId),
  toObjectTypeId: to.typeId,
  toObjectId: Number(toId),
  labels: portal.labels
    .of(from, to)
    .filter(({ typeId }) => labels.includes(typeId))
    .map(({ label }) => label),
});
