import { formatCount, type WarningCode } from '@ridgeline/contracts';
import type { RecordValues, RecordWarning } from '@ridgeline/contracts/internal';
import { sharedWarning } from '../plans/planned-record.ts';

/** HubSpot's longest text (docs/vendors/hubspot.md, 12). */
const maxTextLength = 65_536;
/** The maximum length of a name in a log entry, so that the message after it is not lost. */
const maxNameLength = 200;

/** The beginning of a text, without a partial character or a blank at its end. */
const beginning = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();

/** The text, truncated to what HubSpot can store. */
export const fitText = (text: string): string =>
  text.length > maxTextLength ? beginning(text, maxTextLength) : text;

/** The name of the record in a log entry. */
export const shortName = (name: string): string =>
  name.length > maxNameLength ? `${beginning(name, maxNameLength)}…` : name;

/** Values that HubSpot can store, and a warning for each text that had to be truncated. */
export interface FittedValues {
  readonly values: RecordValues;
  readonly warnings: readonly RecordWarning[];
}

const code: WarningCode = 'text_cut';

/** Truncates texts that are too long for HubSpot; `labelOf` returns the label of a property. */
export function fitValues(values: RecordValues, labelOf: (property: string) => string): FittedValues {
  const tooLong = Object.keys(values).filter((property) => (values[property]?.length ?? 0) > maxTextLength);
  const fitted = tooLong.map((property) => [property, fitText(values[property] ?? '')] as const);
  return {
    values: { ...values, ...Object.fromEntries(fitted) },
    warnings: tooLong.map((property) =>
      sharedWarning(
        code,
        `HubSpot holds ${formatCount(maxTextLength)} characters of "${labelOf(property)}"; the rest was cut off`,
        property,
      ),
    ),
  };
}
