import type { Portal } from '../portal/portal.ts';
import type { BatchError } from '../requests/batch-answer.ts';
import { missingEnd, recordId, type Ends } from './association-ends.ts';

const tooMany = (id: string, limit: number): BatchError => ({
  status: 'error',
  category: 'VALIDATION_ERROR',
  message: `The record ${id} already has ${limit} associations.`,
  context: { id: [id] },
});

/** Associates two records and answers null, or the entry that says why it could not. */
export function associate(
  portal: Portal,
  ends: Ends,
  fromId: string,
  toId: string,
  labels: readonly number[] = [],
): BatchError | null {
  const from = recordId(portal, ends.from, fromId);
  if (from === null) return missingEnd(fromId);
  const to = recordId(portal, ends.to, toId);
  if (to === null) return missingEnd(toId);
  const present = portal.associations.of(ends.from, from, ends.to);
  const limit = portal.behaviour().associationsPerRecord;
  if (limit !== null && present.length >= limit && !present.includes(to)) return tooMany(from, limit);
  portal.associations.add(ends.from, from, ends.to, to, labels);
  return null;
}

/** A labelled pair as its creation answers it. */
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
