import { formatCount, hubspotDeals } from '@ridgeline/contracts';
import { reading, type GovernedVendor } from '@ridgeline/governed-vendors';
import {
  addOptions,
  optionLimit,
  optionsLock,
  withOptions,
  type AddedOptions,
  type HubspotClient,
  type Looks,
  type OptionProperty,
  type PropertyDetails,
} from '@ridgeline/hubspot';
import { AppError } from '@ridgeline/kit';
import type { Locks } from '@ridgeline/redis';
import { definitionScope } from '../properties/needed-properties.ts';
import { counted } from '../save-steps/account-texts.ts';
import { vendorError } from '../vendor-error.ts';
import type { NeededOptions } from './needed-options.ts';

/** Dependencies of adding options. */
export type OptionClient = Pick<HubspotClient, 'listPropertyDetails' | 'readProperty' | 'updateOptions'>;

/** Dependencies of preparing options. */
export interface PortalOptionsParts {
  readonly hubspot: GovernedVendor<OptionClient>;
  readonly locks: Locks;
  readonly portalId: string;
  readonly looks?: Looks;
}

/** The result of preparing one property's options. */
interface PreparedOptions {
  readonly label: string;
  readonly added: number;
  /** How many exceeded HubSpot's limits. */
  readonly unfit: number;
  /** Why nothing was added, in words; null if something was, or nothing was needed. */
  readonly problem: string | null;
}

/** A list that HubSpot rejects is not split: a migration does that for the labels that it needs. */
const maxWrites = 1;

/**
 * Compares the options of the portal's deal properties with the required ones, and adds those missing; returns a result for
 * each property that lacked some. Properties that the portal does not have are skipped, because they were already reported as
 * missing. Throws `vendorError`s, and the signal's reason when aborted.
 */
export async function preparePortalOptions(
  { hubspot, locks, portalId, looks }: PortalOptionsParts,
  needed: NeededOptions,
  signal: AbortSignal,
): Promise<PreparedOptions[]> {
  const listed = await hubspot.attempt(reading(signal), (client, until) =>
    client.listPropertyDetails('deals', until),
  );
  if (listed.outcome !== 'ok') throw vendorError('HubSpot', listed, definitionScope(hubspotDeals, 'read'));
  const byName = new Map(listed.value.map((property) => [property.name, property]));

  const addTo = async (property: PropertyDetails, labels: readonly string[]): Promise<PreparedOptions[]> => {
    const { name, label } = property;
    const { added, unfit } = withOptions(property.options, labels);
    if (added.length + unfit.length === 0) return [];
    const add = (held: AbortSignal) =>
      addOptions(optionProperty(hubspot, name, held), labels, { signal: held, looks, maxWrites });
    try {
      return [prepared(await locks.exclusively(optionsLock(portalId, name), add, signal))];
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'server.unavailable') throw error;
      // A run that is changing them adds what it needs; a save need not wait for it.
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

function optionProperty(
  hubspot: GovernedVendor<OptionClient>,
  name: string,
  signal: AbortSignal,
): OptionProperty {
  return {
    async read() {
      const outcome = await hubspot.attempt(reading(signal), (client, until) =>
        client.readProperty('deals', name, until),
      );
      if (outcome.outcome !== 'ok')
        throw vendorError('HubSpot', outcome, definitionScope(hubspotDeals, 'read'));
      return outcome.value;
    },
    async write(options) {
      const outcome = await hubspot.attempt(reading(signal), (client, until) =>
        client.updateOptions('deals', name, options, until),
      );
      if (outcome.outcome === 'ok' || outcome.outcome === 'rejected') return outcome;
      throw vendorError('HubSpot', outcome, definitionScope(hubspotDeals, 'write'));
    },
  };
}

function prepared({ property: { label, name }, added, unfit }: AddedOptions): PreparedOptions {
  const isAny = (wanted: AddedOptions['unfit'][number]['reason']): boolean =>
    unfit.some(({ reason }) => reason === wanted);
  const problem = isAny('read-only')
    ? 'HubSpot does not let its options be changed'
    : isAny('refused')
      ? 'HubSpot did not accept the new options'
      : null;
  const withoutRoom = unfit.filter(({ reason }) => reason === 'too-many' || reason === 'too-long').length;
  return { label: label || name, added: added.length, unfit: withoutRoom, problem };
}

/** The result of preparing options for the step: what was added, and what could not be. */
export function portalOptionsText(results: readonly PreparedOptions[]): string {
  const added = results.reduce((sum, result) => sum + result.added, 0);
  const notes = results.flatMap(({ label, unfit, problem }) => [
    ...(problem === null ? [] : [`"${label}": ${problem}`]),
    ...(unfit === 0 ? [] : [`"${label}" has no room for ${counted(unfit, 'more option')}: ${limit}`]),
  ]);
  const sum =
    added > 0
      ? `Added ${counted(added, 'option')}`
      : notes.length === 0
        ? 'Every option that is needed is there'
        : 'No options were added';
  return [sum, ...notes].join('. ');
}

const limit = `HubSpot takes ${formatCount(optionLimit)} in a list, of limited length`;
