import type { ObjectType, PropertyOptions } from '@ridgeline/contracts';
import { reading, type GovernedVendor } from '@ridgeline/governed-vendors';
import type { HubspotClient } from '@ridgeline/hubspot';
import {
  customObjectIds,
  definitionScope,
  neededBy,
  pathIn,
  type PropertyClient,
} from '../properties/needed-properties.ts';
import { vendorError } from '../vendor-error.ts';

/** What options are read with. */
type OptionClient = PropertyClient & Pick<HubspotClient, 'listPropertyDetails'>;

/**
 * The options of the lists that migrations of a kind write, as the portal has them, without those that it hides. What the portal
 * lacks is left out. Throws `vendorError`s.
 */
export async function readPropertyOptions(
  hubspot: GovernedVendor<OptionClient>,
  type: Pick<ObjectType, 'properties' | 'hubspotObject'>,
  signal: AbortSignal,
): Promise<PropertyOptions[]> {
  const object = pathIn(type.hubspotObject, await customObjectIds(hubspot, neededBy([type]), signal));
  if (object === null) return [];
  const outcome = await hubspot.attempt(reading(signal), (client, until) =>
    client.listPropertyDetails(object, until),
  );
  if (outcome.outcome !== 'ok')
    throw vendorError('HubSpot', outcome, definitionScope(type.hubspotObject, 'read'));
  const lists = new Set(type.properties.flatMap(({ type: of, name }) => (of === 'enumeration' ? name : [])));
  return outcome.value
    .filter(({ name }) => lists.has(name))
    .map(({ name, options }) => ({
      property: name,
      options: options.filter(({ hidden }) => hidden !== true).map(({ value, label }) => ({ value, label })),
    }));
}
