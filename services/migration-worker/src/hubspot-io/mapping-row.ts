import type { PropertyDefinition } from '@ridgeline/contracts';
import type { RecordValues } from '@ridgeline/contracts/internal';

/**
 * One row of a mapping: which data of an AccuLynx record is written to which HubSpot property, and how. docs/mapping.md is
 * generated from the lists of these rows.
 */
export interface MappingRow<Source, Context = void> {
  /** The HubSpot property. */
  readonly property: string;
  /** The fields in AccuLynx' answers; the first one that has a value is used. For the documentation. */
  readonly from: readonly string[];
  /** How the value is converted, in words for the documentation. */
  readonly conversion: string;
  /** The value for HubSpot; null if AccuLynx has none. Accepts every record, however malformed. */
  readonly value: (source: Source, context: Context) => string | null;
}

/** What docs/mapping.md shows of a row. */
export type DocumentedRow = Pick<MappingRow<never>, 'property' | 'from' | 'conversion'>;

/** All values that the rows produce; missing ones are left out, so that they never clear HubSpot's values. */
export function mappedValues<Source, Context>(
  rows: readonly MappingRow<Source, Context>[],
  source: Source,
  context: Context,
): RecordValues {
  const values: Record<string, string> = {};
  for (const row of rows) {
    const value = row.value(source, context);
    if (value !== null && value !== '') values[row.property] = value;
  }
  return values;
}

/** Returns the label of each of these properties by its name; for others, the name itself. */
export function labelsOf(
  properties: readonly Pick<PropertyDefinition, 'name' | 'label'>[],
): (name: string) => string {
  const labels = new Map(properties.map(({ name, label }) => [name, label]));
  return (name) => labels.get(name) ?? name;
}
