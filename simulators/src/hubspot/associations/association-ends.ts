import { z } from 'zod';
import { invalid } from '../answers/errors.ts';
import { defaultTypeId } from '../portal/association-types.ts';
import type { AssociationLabel } from '../portal/label-store.ts';
import { recordScopes, type ObjectType } from '../portal/object-types.ts';
import type { Portal } from '../portal/portal.ts';
import type { BatchError } from '../requests/batch-answer.ts';
import { objectTypeIn, requireScope, type HubSpotRequest } from '../requests/versioned.ts';

/** The two object types of a call, and the type id that HubSpot itself gives to their associations. */
export interface Ends {
  readonly from: ObjectType;
  readonly to: ObjectType;
  readonly typeId: number;
}

export const associationType = z.object({ associationCategory: z.string(), associationTypeId: z.int() });

export type GivenType = z.output<typeof associationType>;

/** Reads the object types of a path, for which a token needs the scopes of both. */
export function endsIn(request: HubSpotRequest, access: 'read' | 'write'): Ends {
  const [from, to] = [objectTypeIn(request, 'from'), objectTypeIn(request, 'to')];
  for (const type of [from, to]) requireScope(request, recordScopes(type, access));
  const typeId = defaultTypeId(from, to) ?? invalid(`${from.typeId} and ${to.typeId} cannot be associated.`);
  return { from, to, typeId };
}

/** The ids of the labels among the given types; a type of another direction or pair is refused (docs/vendors/hubspot.md, 10). */
export function labelIds(portal: Portal, { from, to, typeId }: Ends, types: readonly GivenType[]): number[] {
  const labels = portal.labels.of(from, to);
  return types.flatMap(({ associationCategory: category, associationTypeId: id }) => {
    if (category === 'HUBSPOT_DEFINED' && id === typeId) return [];
    if (category === 'USER_DEFINED' && labels.some((label) => label.typeId === id)) return [id];
    return invalid(`Association type ${id} does not lead from ${from.typeId} to ${to.typeId}.`);
  });
}

/** The id under which a record is stored; for a merged record, by switch, that of the record into which it was merged. */
export function recordId(portal: Portal, type: ObjectType, id: string): string | null {
  const store = portal.records(type);
  const merged = portal.behaviour().mergedIds === 'resolved' ? store.mergedInto(id) : null;
  return (store.get(id) ?? merged)?.id ?? null;
}

export const missingEnd = (id: string): BatchError => ({
  status: 'error',
  category: 'VALIDATION_ERROR',
  subCategory: 'crm.associations.INVALID_IDENTIFIER',
  message: `The identifier ${id} is not valid.`,
  context: { id: [id] },
});

interface Associated {
  readonly toObjectId: number;
  readonly associationTypes: readonly (
    | AssociationLabel
    | { readonly category: 'HUBSPOT_DEFINED'; readonly typeId: number; readonly label: null }
  )[];
}

/** What a record is associated with, as reads show it: HubSpot's own type first, then the labels that are still defined. */
export const associatedWith = (portal: Portal, { from, to, typeId }: Ends, fromId: string): Associated[] =>
  portal.associations.of(from, fromId, to).map((toId) => {
    const own = portal.associations.labelsOf(from, fromId, to, toId);
    const labels = portal.labels.of(from, to).filter((label) => own.has(label.typeId));
    return {
      toObjectId: Number(toId),
      associationTypes: [{ category: 'HUBSPOT_DEFINED', typeId, label: null }, ...labels],
    };
  });
