import {
  portalPropertySchema,
  type ObjectType,
  type PortalProperty,
  type PropertyOptions,
} from '@ridgeline/contracts';
import { reading, type GovernedVendor } from '@ridgeline/governed-vendors';
import type { HubspotClient, PropertyDetails } from '@ridgeline/hubspot';
import {
  customObjectIds,
  definitionScope,
  neededBy,
  pathIn,
  type PropertyClient,
} from '../properties/needed-properties.ts';
import { vendorError } from '../vendor-error.ts';

/** Dependencies of reading properties. */
type DetailClient = PropertyClient & Pick<HubspotClient, 'listPropertyDetails'>;

/** The fields that are read of a kind of record. */
type Written = Pick<ObjectType, 'properties' | 'hubspotObject'>;

/** The portal's properties with these names, including all their options. Throws `vendorError`s. */
async function readDetails(
  hubspot: GovernedVendor<DetailClient>,
  { hubspotObject, properties }: Written,
  signal: AbortSignal,
): Promise<readonly PropertyDetails[]> {
  const needed = neededBy([{ hubspotObject, properties }]);
  const object = pathIn(hubspotObject, await customObjectIds(hubspot, needed, signal));
  if (object === null) return [];
  const outcome = await hubspot.attempt(reading(signal), (client, until) =>
    client.listPropertyDetails(object, until),
  );
  if (outcome.outcome !== 'ok') throw vendorError('HubSpot', outcome, definitionScope(hubspotObject, 'read'));
  const wanted = new Set(properties.map(({ name }) => name));
  return outcome.value.filter(({ name }) => wanted.has(name));
}

/**
 * The options of the enumerations that migrations of a kind write, as in the portal, without hidden ones. Properties that the
 * portal lacks are left out. Throws `vendorError`s.
 */
export async function readPropertyOptions(
  hubspot: GovernedVendor<DetailClient>,
  { hubspotObject, properties }: Written,
  signal: AbortSignal,
): Promise<PropertyOptions[]> {
  const lists = properties.filter(({ type }) => type === 'enumeration');
  const details = await readDetails(hubspot, { hubspotObject, properties: lists }, signal);
  return details.map(({ name, options }) => ({
    property: name,
    options: options.filter(({ hidden }) => hidden !== true).map(({ value, label }) => ({ value, label })),
  }));
}

/** These properties of a kind as in the portal. Properties that the portal lacks are left out. Throws `vendorError`s. */
export async function readPortalProperties(
  hubspot: GovernedVendor<DetailClient>,
  { hubspotObject, properties }: Written,
  names: readonly string[],
  signal: AbortSignal,
): Promise<PortalProperty[]> {
  const asked = properties.filter(({ name }) => names.includes(name));
  const details = await readDetails(hubspot, { hubspotObject, properties: asked }, signal);
  return details.map((property) => portalPropertySchema.parse(property));
}
