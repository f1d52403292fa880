import type { RecordValues, RecordWarning } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import type { MappedJob } from '../mapping/map-job.ts';
import { optionMissing, optionNotAdded, type LeftOut } from '../job-messages.ts';
import type { OptionCache } from '../prepare/option-cache.ts';

/** HubSpot's deal for a job, and which of its properties were last written by us. */
export interface Held {
  readonly deal: HubspotRecord | null;
  readonly ours: ReadonlySet<string>;
}

/**
 * The values of a job's choices, and a warning for each without an option in the portal. If none of a property's choices has
 * an option, the value that we wrote before is no longer true and is cleared; a value that users chose stays.
 */
export function chosenValues(
  { choices }: Pick<MappedJob, 'choices'>,
  options: Pick<OptionCache, 'find'>,
  { deal, ours }: Held,
): { readonly values: RecordValues; readonly warnings: readonly RecordWarning[] } {
  const warnings: RecordWarning[] = [];
  const values = Object.entries(choices).flatMap(([property, labels]): [string, string][] => {
    const found = labels.map((label) => ({ label, option: options.find(property, label) }));
    const chosen = found.flatMap(({ option }) => option.value ?? []);
    const isHeld = (deal?.properties[property] ?? '') !== '';
    const isBlanked = chosen.length === 0 && isHeld && ours.has(property);
    for (const { label, option } of found)
      if (option.value === null)
        warnings.push(leftOut(property, { label, reason: option.reason, isBlanked }));
    if (isBlanked) return [[property, '']];
    return chosen.length === 0 ? [] : [[property, [...new Set(chosen)].join(';')]];
  });
  return { values: Object.fromEntries(values), warnings };
}

const leftOut = (
  property: string,
  {
    reason,
    ...what
  }: LeftOut & { readonly reason: Parameters<typeof optionNotAdded>[1]['reason'] | 'missing' },
): RecordWarning =>
  reason === 'missing' ? optionMissing(property, what) : optionNotAdded(property, { ...what, reason });
