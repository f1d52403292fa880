/** An object of HubSpot in which the records of a kind are stored. */
export interface HubspotObject {
  /** Its name in HubSpot's paths; of a custom object the name in its schema. */
  readonly name: string;
  /** The same in every portal; null for a custom object, to which each portal gives an id of its own. */
  readonly typeId: `0-${number}` | null;
}

/** Objects that every portal has. */
export const hubspotContacts = { name: 'contacts', typeId: '0-1' } as const satisfies HubspotObject;
export const hubspotDeals = { name: 'deals', typeId: '0-3' } as const satisfies HubspotObject;

/** The type ids of a portal's custom objects, by their names. */
export type HubspotObjectIds = Readonly<Record<string, string>>;

/** A permission that a HubSpot token can have, and what it is for. */
export interface HubspotScope {
  readonly scope: string;
  /** What needs it, in users' words. */
  readonly use: string;
  /** Whether a token without it is refused. */
  readonly required: boolean;
}

/**
 * The permissions that an object's records need (docs/vendors/hubspot.md, 15). Those of custom objects are optional: only portals
 * of the plan that has custom objects can grant them.
 */
export function scopesOf({ name, typeId }: HubspotObject, uses: ScopeUses): readonly HubspotScope[] {
  const required = typeId !== null;
  const family = scopeFamily({ name, typeId });
  return [
    { scope: `crm.objects.${family}.read`, use: uses.read, required },
    { scope: `crm.objects.${family}.write`, use: uses.write, required },
    { scope: `crm.schemas.${family}.read`, use: uses.check, required },
    { scope: `crm.schemas.${family}.write`, use: uses.create, required },
  ];
}

/** What each permission of an object is for. */
interface ScopeUses {
  readonly read: string;
  readonly write: string;
  /** Its properties are checked. */
  readonly check: string;
  /** Missing properties are created. */
  readonly create: string;
}

/** The name that an object's scopes are built from: all custom objects share theirs. */
export const scopeFamily = ({ name, typeId }: HubspotObject): string => (typeId === null ? 'custom' : name);
