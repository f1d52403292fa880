import { formatCount, type WarningCode } from '@ridgeline/contracts';
import type { RecordValues, RecordWarning } from '@ridgeline/contracts/internal';
import { sharedWarning } from '../plans/planned-record.ts';

/** HubSpot's longest text (docs/vendors/hubspot.md, 12). */
const maxTextLength = 65_536;
/** So much of a name is in a log entry: what is said of the record must not be lost behind it. */
const maxNameLength = 200;

/** The beginning of a text, never with half of a character or a blank at its end. */
const beginning = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();

/** A text, or as much of it as HubSpot holds. */
export const fitText = (text: string): string =>
  text.length > maxTextLength ? beginning(text, maxTextLength) : text;

/** What to call a record in a log entry. */
export const shortName = (name: string): string =>
  name.length > maxNameLength ? `${beginning(name, maxNameLength)}…` : name;

/** Values that HubSpot holds, and a warning for each text of which it cannot hold all. */
export interface FittedValues {
  readonly values: RecordValues;
  readonly warnings: readonly RecordWarning[];
}

const code: WarningCode = 'text_cut';

/** Cuts texts that HubSpot cannot hold; `labelOf` tells what people call a property. */
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
