import { reading, type GovernedVendor } from '@ridgeline/governed-vendors';
import { withOptions } from '@ridgeline/hubspot';
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
 * Compares the options of the portal's deals with those that are needed, and adds the missing ones, one property after the
 * other; answers what came of each that lacked some. Properties that the portal does not have are left out: they were told of as missing. Throws `vendorError`s, and the
 * signal's reason when aborted.
 */
export async function preparePortalOptions(
  { hubspot, locks, portalId, looks = usualLooks }: PortalOptionsParts,
  needed: NeededOptions,
  signal: AbortSignal,
): Promise<AddedOptions[]> {
  const { client, calls } = hubspot;
  const listed = await calls.attempt(reading(signal), (until) => client.listPropertyDetails('deals', until));
  if (listed.outcome !== 'ok') throw vendorError('HubSpot', listed, definitionScope('deals', 'read'));
  const byName = new Map(listed.value.map((property) => [property.name, property]));

  const results: AddedOptions[] = [];
  for (const [name, labels] of needed) {
    const property = byName.get(name);
    if (!property) continue;
    const { added, unfit } = withOptions(property.options, labels);
    if (added.length + unfit.length === 0) continue;
    const add = (held: AbortSignal) => addMissingOptions(hubspot, name, { labels, looks, signal: held });
    const result = await locks.exclusively(`hubspot-options:${portalId}:deals:${name}`, add, signal).catch(
      // A run that changes them adds what it needs; whoever saves need not wait for it.
      (error: unknown): AddedOptions => {
        if (!(error instanceof AppError) || error.code !== 'server.unavailable') throw error;
        const label = property.label || name;
        const problem = 'a migration is changing its options at the moment';
        return { label, added: 0, unfit: unfit.length, problem };
      },
    );
    results.push(result);
  }
  return results;
}
