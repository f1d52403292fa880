import type { AssociationDirection, AssociationType, NamedAssociationType } from '@ridgeline/hubspot';

export const dealToContactPath: AssociationDirection = { from: 'deals', to: 'contacts' };

/** What people call the first contact of a deal, in lower case. */
const names = ['primary', 'primary contact'];

/** The portal's own label for the first contact of a deal; null where it has none. */
export function primaryLabelIn(types: readonly NamedAssociationType[]): AssociationType | null {
  const label = types.find(
    (type) => type.category === 'USER_DEFINED' && names.includes(type.label?.trim().toLowerCase() ?? ''),
  );
  return label ? { category: 'USER_DEFINED', typeId: label.typeId } : null;
}
