import type { RecordValues, RecordWarning } from '../../../plans/planned-record.ts';
import type { MappedJob } from '../mapping/map-job.ts';
import { optionMissing, optionNotAdded } from '../job-messages.ts';
import type { OptionBook } from '../options/option-book.ts';

/** The values of a job's choices, and a warning for each that the portal has no option for. */
export function chosenValues(
  { choices, displayName }: Pick<MappedJob, 'choices' | 'displayName'>,
  options: Pick<OptionBook, 'find'>,
): { readonly values: RecordValues; readonly warnings: readonly RecordWarning[] } {
  const warnings: RecordWarning[] = [];
  const values = Object.entries(choices).flatMap(([property, labels]): [string, string][] => {
    const found = labels.flatMap((label) => {
      const option = options.find(property, label);
      if (option.value !== null) return option.value;
      const { reason } = option;
      warnings.push(
        reason === 'missing'
          ? optionMissing(displayName, property, label)
          : optionNotAdded(displayName, property, { label, reason }),
      );
      return [];
    });
    return found.length === 0 ? [] : [[property, [...new Set(found)].join(';')]];
  });
  return { values: Object.fromEntries(values), warnings };
}
