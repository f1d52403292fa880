import { defaultTypeId } from '../portal/association-types.ts';
import type { CreateInput } from '../requests/batch-inputs.ts';
import { invalid } from '../answers/errors.ts';
import type { ObjectType } from '../portal/object-types.ts';
import type { Portal } from '../portal/portal.ts';

export interface AssociationTarget {
  readonly type: ObjectType;
  readonly id: string;
  readonly labels: readonly number[];
}

/** The records to associate a new one with; a missing one fails the whole call (docs/vendors/hubspot.md, 7). */
export function associationTargets(
  portal: Portal,
  from: ObjectType,
  associations: CreateInput['associations'] = [],
): AssociationTarget[] {
  return associations.flatMap(({ to, types }) =>
    types.map(({ associationCategory, associationTypeId: typeId }) => {
      const isLabel = associationCategory === 'USER_DEFINED';
      const type = portal.types.find((other) =>
        isLabel
          ? portal.labels.of(from, other).some((label) => label.typeId === typeId)
          : defaultTypeId(from, other) === typeId,
      );
      if (type === undefined || portal.records(type).get(to.id) === null) {
        return invalid('One or more associations are invalid', { INVALID_OBJECT_IDS: [to.id] });
      }
      return { type, id: to.id, labels: isLabel ? [typeId] : [] };
    }),
  );
}

export function associate(
  portal: Portal,
  from: ObjectType,
  id: string,
  targets: readonly AssociationTarget[],
): void {
  for (const target of targets) portal.associations.add(from, id, target.type, target.id, target.labels);
}
