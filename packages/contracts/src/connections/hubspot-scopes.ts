import type { HubspotScope } from '../objects/hubspot-object.ts';
import { objectTypes } from '../objects/kinds.ts';

/** Permissions that no single kind needs. */
const otherScopes = [
  { scope: 'crm.objects.owners.read', use: 'name the users who changed a record', required: false },
] as const satisfies readonly HubspotScope[];

/** The scopes to tick when a service key or a private app is made for this product (docs/vendors/hubspot.md, 15). */
export const hubspotScopes: readonly HubspotScope[] = [
  ...Object.values(objectTypes).flatMap(({ scopes }) => scopes),
  ...otherScopes,
];
