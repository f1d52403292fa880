import type { PropertyDefinition } from '@ridgeline/contracts';
import type { RecordValues } from '@ridgeline/contracts/internal';

/**
 * One line of a mapping: what of an AccuLynx record goes into which HubSpot property, and how. Mappings are lists of such
 * rows; docs/mapping.md is written from them.
 */
export interface MappingRow<Source, Context = void> {
  /** The HubSpot property. */
  readonly property: string;
  /** Its fields in AccuLynx' answers; the first one that has a value wins. For the documentation. */
  readonly from: readonly string[];
  /** How the value is converted, in words for the documentation. */
  readonly conversion: string;
  /** The value as HubSpot takes it; null where AccuLynx has none. Takes every record, however odd. */
  readonly value: (source: Source, context: Context) => string | null;
}

/** What docs/mapping.md shows of a row. */
export type DocumentedRow = Pick<MappingRow<never>, 'property' | 'from' | 'conversion'>;

/** All values that the rows give; what AccuLynx has no value for is left out, so that it never clears HubSpot's. */
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

/** What HubSpot calls these properties before people, by their names; one that is not among them is called by its name. */
export function labelsOf(
  properties: readonly Pick<PropertyDefinition, 'name' | 'label'>[],
): (name: string) => string {
  const labels = new Map(properties.map(({ name, label }) => [name, label]));
  return (name) => labels.get(name) ?? name;
}
