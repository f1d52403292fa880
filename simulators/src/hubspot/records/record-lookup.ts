import { invalid } from '../answers/errors.ts';
import type { ObjectType } from '../portal/object-types.ts';
import type { Portal } from '../portal/portal.ts';
import type { CrmRecord } from '../portal/record.ts';

/** Refuses a property that cannot identify a record: it must be unique, or a contact's email where that is allowed. */
function refuseOrdinary(
  portal: Portal,
  type: ObjectType,
  idProperty: string,
  verb: string,
  emailAllowed: boolean,
): void {
  const isEmail = type.name === 'contacts' && idProperty === 'email';
  const unique = portal.properties(type).usable(idProperty)?.hasUniqueValue === true;
  if (unique || (isEmail && emailAllowed)) return;
  invalid(`Unable to perform ${verb} by non-unique ${type.typeId} property ${idProperty}`);
}

/**
 * Returns a lookup of records by id or by a property's value. Emails are compared regardless of case, and find a contact by
 * its primary address only, unless the switch allows additional ones too.
 */
export function recordLookup(
  portal: Portal,
  type: ObjectType,
  idProperty: string | undefined,
  { verb, emailAllowed }: { readonly verb: string; readonly emailAllowed: boolean },
): (id: string) => CrmRecord | null {
  const store = portal.records(type);
  if (idProperty === undefined || idProperty === 'hs_object_id') {
    return (id) =>
      store.get(id) ?? (portal.behaviour().mergedIds === 'resolved' ? store.mergedInto(id) : null);
  }
  refuseOrdinary(portal, type, idProperty, verb, emailAllowed);
  if (idProperty !== 'email') return (id) => store.uniqueOwner(idProperty, id);
  return (id) => {
    const owner = store.emailOwner(id.trim());
    const isPrimary = owner?.values['email'] === id.trim().toLowerCase();
    return isPrimary || portal.behaviour().additionalEmailResolves ? owner : null;
  };
}

/** The id in the form in which two inputs are compared: emails trimmed and in lower case. */
export const comparableId = (idProperty: string | undefined, id: string): string =>
  idProperty === 'email' ? id.trim().toLowerCase() : id;
