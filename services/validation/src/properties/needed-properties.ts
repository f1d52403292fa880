import {
  objectTypes,
  scopeFamily,
  type HubspotObject,
  type HubspotObjectIds,
  type ObjectType,
  type PropertyDefinition,
} from '@ridgeline/contracts';
import { reading, type GovernedVendor } from '@ridgeline/governed-vendors';
import type { HubspotClient, ObjectPath } from '@ridgeline/hubspot';
import { vendorError } from '../vendor-error.ts';

/** The properties that one of HubSpot's objects must have. */
export interface NeededProperties {
  readonly object: HubspotObject;
  readonly properties: readonly PropertyDefinition[];
}

/** The properties that these kinds of record write, once per HubSpot object: two kinds may share one. */
export function neededBy(
  types: readonly Pick<ObjectType, 'hubspotObject' | 'properties'>[],
): readonly NeededProperties[] {
  const needed = new Map<string, { object: HubspotObject; properties: Map<string, PropertyDefinition> }>();
  for (const { hubspotObject: object, properties } of types) {
    const known = needed.get(object.name) ?? { object, properties: new Map<string, PropertyDefinition>() };
    for (const property of properties) known.properties.set(property.name, property);
    needed.set(object.name, known);
  }
  return [...needed.values()].map(({ object, properties }) => ({
    object,
    properties: [...properties.values()],
  }));
}

/** The properties that migrations write, for every kind of record. */
export const propertiesOfMigrations = neededBy(Object.values(objectTypes));

/** The client's calls that the check needs. */
export type PropertyClient = Pick<
  HubspotClient,
  'customObjects' | 'listProperties' | 'createProperties' | 'createPropertyGroup'
>;

/** The scope required for a call about definitions, in case HubSpot does not name it (docs/vendors/hubspot.md, 15). */
export const definitionScope = (object: HubspotObject, access: 'read' | 'write'): string =>
  `crm.schemas.${scopeFamily(object)}.${access}`;

/** The path name of an object in this portal; null for a custom object that the portal does not have. */
export const pathIn = ({ name, typeId }: HubspotObject, objectIds: HubspotObjectIds): ObjectPath | null =>
  typeId === null ? (objectIds[name] ?? null) : name;

/**
 * The type ids of the custom objects that migrations write to, as far as the portal has them. A token without access to
 * custom objects has none: its portal's plan may not include them, and the portal is still connected for the other kinds of
 * record.
 */
export async function customObjectIds(
  hubspot: GovernedVendor<PropertyClient>,
  needed: readonly NeededProperties[],
  signal: AbortSignal,
): Promise<HubspotObjectIds> {
  const wanted = needed.flatMap(({ object: { name, typeId } }) => (typeId === null ? name : []));
  if (wanted.length === 0) return {};
  const found = await hubspot.attempt(reading(signal), (client, until) => client.customObjects(until));
  if (found.outcome === 'rejected' || (found.outcome === 'refused' && found.status === 403)) return {};
  if (found.outcome !== 'ok') throw vendorError('HubSpot', found, 'crm.schemas.custom.read');
  return Object.fromEntries([...found.value].filter(([name]) => wanted.includes(name)));
}
