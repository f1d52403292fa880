import { formatRecords } from '@ridgeline/contracts';
import {
  addOptions,
  optionsLock,
  takesOptions,
  withOptions,
  type AddedOptions,
  type OptionProperty,
  type PropertyDetails,
  type PropertyOption,
} from '@ridgeline/hubspot';
import { AppError } from '@ridgeline/kit';
import type { Locks } from '@ridgeline/redis';
import type { ReportOptions } from '../../../object-migration/object-migration.ts';
import { logEntry, type LogEntry } from '../../../base/log-entry.ts';
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
  readonly onOptions?: ReportOptions | undefined;
}

const readProperty = (hubspot: HubspotAccess, name: string, signal: AbortSignal): Promise<PropertyDetails> =>
  askHubspot(
    hubspot,
    `the options of ${name}`,
    (client, until) => client.readProperty('deals', name, until),
    signal,
  );

/** Enough for one culprit among 500; a portal that rejects everything is not sent each option separately. */
const maxWrites = 20;

/** Adds options to properties of deals, while no other run and no save of a connection does so. */
export function optionWriter({ hubspot, locks, portalId, onOptions }: OptionWriterParts): OptionWriter {
  const propertyOf = (name: string, signal: AbortSignal): OptionProperty => ({
    read: () => readProperty(hubspot, name, signal),
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
      const { added, ...written } = await locks.exclusively(
        optionsLock(portalId, name),
        (held) => addOptions(propertyOf(name, held), labels, { signal: held, maxWrites }),
        signal,
      );
      if (added.length > 0)
        await onOptions?.({ property: name, label: written.property.label, options: added });
      return written;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new RunFailed(
        `The options of the HubSpot property ${name} could not be changed, because another migration has been changing them for minutes. Start the migration again.`,
        { cause: error },
      );
    }
  };
}

/**
 * Predicts the result of adding options from the portal's lists, without adding any: for a dry run, whose plans then contain
 * the values that a migration would write. What HubSpot may reject is only known when it is written.
 */
export function optionForecast({
  hubspot,
  note,
  onOptions,
}: Pick<OptionWriterParts, 'hubspot' | 'onOptions'> & {
  readonly note: (line: LogEntry) => void;
}): OptionWriter {
  /** The properties as they would be. */
  const foreseen = new Map<string, PropertyDetails>();
  return async (name, labels, signal) => {
    const present = foreseen.get(name) ?? (await readProperty(hubspot, name, signal));
    const { options, added, unfit } = withOptions(present.options, labels);
    if (!takesOptions(present)) {
      const readOnly = added.map(({ label }) => ({ label, reason: 'read-only' as const }));
      return { property: present, unfit: [...unfit, ...readOnly] };
    }
    const property = { ...present, options: [...options] };
    foreseen.set(name, property);
    if (added.length > 0) {
      note(forecastLine(present, added));
      await onOptions?.({ property: name, label: present.label, options: added.map(({ label }) => label) });
    }
    return { property, unfit };
  };
}

function forecastLine({ name, label }: PropertyDetails, added: readonly PropertyOption[]): LogEntry {
  const labels = added.map((option) => option.label);
  const what = formatRecords(added.length, { one: 'option', many: 'options' });
  const message = `${what} would be added to the HubSpot property "${label}": ${labels.join(', ')}`;
  return logEntry(`options-${name}-${labels[0] ?? ''}`, 'info', message, { property: name, options: labels });
}
