import { addOptions, optionsLock, type AddedOptions, type OptionProperty } from '@ridgeline/hubspot';
import { AppError } from '@ridgeline/kit';
import type { Locks } from '@ridgeline/redis';
import { RunFailed } from '../../../base/run-errors.ts';
import { askHubspot } from '../../../vendors/ask.ts';
import { reading, type HubspotAccess } from '../../../vendors/run-vendors.ts';
import { noteAddedOptions } from './option-lag.ts';

/** Adds options for these labels to a property of deals. */
export type OptionWriter = (
  property: string,
  labels: readonly string[],
  signal: AbortSignal,
) => Promise<Omit<AddedOptions, 'added'>>;

export interface OptionWriterParts {
  readonly hubspot: HubspotAccess;
  readonly locks: Locks;
  readonly portalId: string;
}

/** Enough for one culprit among 500; a portal that refuses whatever it is sent is not asked about each option. */
const maxWrites = 20;

/** Adds options to properties of deals while no other run and no save of a connection does so. */
export function optionWriter({ hubspot, locks, portalId }: OptionWriterParts): OptionWriter {
  const propertyOf = (name: string, signal: AbortSignal): OptionProperty => ({
    read: () =>
      askHubspot(
        hubspot,
        `the options of ${name}`,
        (client, until) => client.readProperty('deals', name, until),
        signal,
      ),
    write: async (options) => {
      const answer = await hubspot.settle(reading(signal), (client, until) =>
        client.updateOptions('deals', name, options, until),
      );
      if (answer.outcome === 'ok') noteAddedOptions(hubspot, name);
      return answer;
    },
  });

  return async (name, labels, signal) => {
    try {
      return await locks.exclusively(
        optionsLock(portalId, name),
        (held) => addOptions(propertyOf(name, held), labels, { signal: held, maxWrites }),
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
