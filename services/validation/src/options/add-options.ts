import { hubspotDeals } from '@ridgeline/contracts';
import { reading, type GovernedVendor } from '@ridgeline/governed-vendors';
import {
  takesOptions,
  withOptions,
  type HubspotClient,
  type PropertyDetails,
  type WithOptions,
} from '@ridgeline/hubspot';
import { pause, retry, type RetryPolicy } from '@ridgeline/kit';
import { definitionScope } from '../properties/needed-properties.ts';
import { vendorError } from '../vendor-errors/vendor-error.ts';

/** What options are added with. */
export type OptionClient = Pick<HubspotClient, 'listPropertyDetails' | 'readProperty' | 'updateOptions'>;

/** What adding options to one property came to. */
export interface AddedOptions {
  readonly label: string;
  readonly added: number;
  /** How many had no room, by HubSpot's limits. */
  readonly unfit: number;
  /** Why nothing was added, in words; null where it was, or nothing had to be. */
  readonly problem: string | null;
}

/** When HubSpot is looked at after a change: it shows new options after 0.25 to 0.7 s (vendors/hubspot.md, 12). */
export interface Looks {
  readonly firstMs: number;
  readonly policy: RetryPolicy;
}

class NotShownYet extends Error {}

/**
 * Adds what a property lacks of these labels; nothing that it has is removed, renamed or moved. To be called with the lock
 * that migrations take as well, for HubSpot replaces the whole list: it is read, added to and written, and given free when
 * HubSpot shows it. A list that HubSpot refuses is not taken apart: a migration does that for the labels that it needs.
 */
export async function addMissingOptions(
  { client, calls }: GovernedVendor<OptionClient>,
  name: string,
  { labels, looks, signal }: { labels: readonly string[]; looks: Looks; signal: AbortSignal },
): Promise<AddedOptions> {
  const read = async (): Promise<PropertyDetails> => {
    const outcome = await calls.attempt(reading(signal), (until) =>
      client.readProperty('deals', name, until),
    );
    if (outcome.outcome !== 'ok')
      throw vendorError('HubSpot', outcome, definitionScope(hubspotDeals, 'read'));
    return outcome.value;
  };
  const untilShown = async (options: WithOptions['options']): Promise<void> => {
    await pause(looks.firstMs, signal);
    const look = async (): Promise<void> => {
      const shown = new Set((await read()).options.map(({ value }) => value));
      if (!options.every(({ value }) => shown.has(value))) throw new NotShownYet();
    };
    const shouldRetry = (error: unknown): boolean => error instanceof NotShownYet;
    await retry(looks.policy, look, { signal, shouldRetry }).catch((error: unknown) => {
      // It was accepted: later than this it is not waited for.
      if (!shouldRetry(error)) throw error;
    });
  };

  const property = await read();
  const { label } = property;
  const { options, added, unfit } = withOptions(property.options, labels);
  const found = { label: label || name, added: 0, unfit: unfit.length, problem: null };
  if (added.length === 0) return found;
  if (!takesOptions(property)) return { ...found, problem: 'HubSpot lets nobody change its options' };
  const written = await calls.attempt(reading(signal), (until) =>
    client.updateOptions('deals', name, options, until),
  );
  if (written.outcome === 'rejected') return { ...found, problem: 'HubSpot did not accept the new options' };
  if (written.outcome !== 'ok') throw vendorError('HubSpot', written, definitionScope(hubspotDeals, 'write'));
  await untilShown(options);
  return { ...found, added: added.length };
}
