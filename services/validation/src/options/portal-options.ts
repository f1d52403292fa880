import { hubspotDeals } from '@ridgeline/contracts';
import { reading, type GovernedVendor } from '@ridgeline/governed-vendors';
import { withOptions, type PropertyDetails } from '@ridgeline/hubspot';
import { AppError } from '@ridgeline/kit';
import type { Locks } from '@ridgeline/redis';
import { definitionScope } from '../properties/needed-properties.ts';
import { firstLookMs, untilListed } from '../properties/property-check.ts';
import { vendorError } from '../vendor-errors/vendor-error.ts';
import { addMissingOptions, type AddedOptions, type Looks, type OptionClient } from './add-options.ts';
import type { NeededOptions } from './needed-options.ts';

/** What options are prepared with. */
export interface PortalOptionsParts {
  readonly hubspot: GovernedVendor<OptionClient>;
  readonly locks: Locks;
  readonly portalId: string;
  readonly looks?: Looks;
}

const usualLooks: Looks = { firstMs: firstLookMs, policy: untilListed };

/**
 * Compares the options of the portal's deals with those that are needed, and adds the missing ones; answers what came of each
 * property that lacked some. Properties that the portal does not have are left out: they were told of as missing. Throws
 * `vendorError`s, and the signal's reason when aborted.
 */
export async function preparePortalOptions(
  { hubspot, locks, portalId, looks = usualLooks }: PortalOptionsParts,
  needed: NeededOptions,
  signal: AbortSignal,
): Promise<AddedOptions[]> {
  const { client, calls } = hubspot;
  const listed = await calls.attempt(reading(signal), (until) => client.listPropertyDetails('deals', until));
  if (listed.outcome !== 'ok') throw vendorError('HubSpot', listed, definitionScope(hubspotDeals, 'read'));
  const byName = new Map(listed.value.map((property) => [property.name, property]));

  const addTo = async (property: PropertyDetails, labels: readonly string[]): Promise<AddedOptions[]> => {
    const { name, label } = property;
    const { added, unfit } = withOptions(property.options, labels);
    if (added.length + unfit.length === 0) return [];
    const add = (held: AbortSignal) => addMissingOptions(hubspot, name, { labels, looks, signal: held });
    try {
      return [await locks.exclusively(`hubspot-options:${portalId}:deals:${name}`, add, signal)];
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'server.unavailable') throw error;
      // A run that changes them adds what it needs; whoever saves need not wait for it.
      const problem = 'a migration is changing its options at the moment';
      return [{ label: label || name, added: 0, unfit: unfit.length, problem }];
    }
  };
  const results = await Promise.all(
    [...needed].map(([name, labels]) => {
      const property = byName.get(name);
      return property ? addTo(property, labels) : Promise.resolve([]);
    }),
  );
  return results.flat();
}
