import { takesOptions, type PropertyDetails } from '@ridgeline/hubspot';
import type { Locks } from '@ridgeline/redis';
import { AppError, pause } from '@ridgeline/kit';
import { RunFailed } from '../../../base/run-errors.ts';
import type { HubspotAccess } from '../../../vendors/open-vendors.ts';
import { reading } from '../../../vendors/run-vendor-client.ts';
import { askHubspot } from '../../../hubspot-io/ask-hubspot.ts';
import { addOptions } from './add-options.ts';
import { noteAddedOptions } from './option-lag.ts';
import type { AddedOptions, OptionWriter } from './option-book.ts';

export interface OptionWriterParts {
  readonly hubspot: HubspotAccess;
  readonly locks: Locks;
  readonly portalId: string;
}

/** HubSpot shows a changed list after 0.25 to 0.7 s (vendors/hubspot.md, 12); later than this it is not waited for. */
const shownWithinMs = 10_000;
const firstLookMs = 250;

/**
 * Adds options to properties of deals: HubSpot replaces the whole list, so it is read, added to and written while nobody
 * else of ours does so, and until HubSpot shows it: whoever reads next must see it.
 */
export function optionWriter({ hubspot, locks, portalId }: OptionWriterParts): OptionWriter {
  const read = (name: string, signal: AbortSignal): Promise<PropertyDetails> =>
    askHubspot(
      hubspot,
      `the options of ${name}`,
      (client, until) => client.readProperty('deals', name, until),
      signal,
    );

  const untilShown = async (
    name: string,
    written: PropertyDetails,
    signal: AbortSignal,
  ): Promise<PropertyDetails> => {
    const deadline = performance.now() + shownWithinMs;
    for (let waitMs = firstLookMs; performance.now() < deadline; waitMs *= 1.5) {
      const property = await read(name, signal);
      const shown = new Set(property.options.map(({ value }) => value));
      if (written.options.every(({ value }) => shown.has(value))) return property;
      await pause(waitMs, signal);
    }
    return written;
  };

  const add = async (name: string, labels: readonly string[], signal: AbortSignal): Promise<AddedOptions> => {
    const property = await read(name, signal);
    if (!takesOptions(property))
      return { property, unfit: labels.map((label) => ({ label, reason: 'read-only' })) };
    const { property: written, unfit } = await addOptions(property, labels, (options) =>
      hubspot.calls.settle(reading(signal), (until) =>
        hubspot.client.updateOptions('deals', name, options, until),
      ),
    );
    if (written === property) return { property, unfit };
    noteAddedOptions(hubspot, name);
    return { property: await untilShown(name, written, signal), unfit };
  };

  return async (name, labels, signal) => {
    try {
      return await locks.exclusively(
        `hubspot-options:${portalId}:deals:${name}`,
        (held) => add(name, labels, held),
        signal,
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new RunFailed(
        `The options of the HubSpot property ${name} could not be changed, because another migration has been changing them for minutes. Start the migration again.`,
        { cause: error },
      );
    }
  };
}
