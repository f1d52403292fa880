import type { PlannedRecord, PlannedUpdate, RecordValues } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';

/** What an update changes: our values that differ, and HubSpot's values of the same properties. */
export type Differences = Pick<PlannedUpdate, 'before' | 'after'>;

/** Values as they compare: blanks around a value, or another form of the same characters, are no difference. */
const comparable = (value: string): string => value.normalize('NFC').trim();

/**
 * Compares our values with a record's; what we have no value for is not looked at, so that it is never cleared. A property
 * of which a record may have several values is the caller's to judge.
 */
export function differences(values: RecordValues, record: HubspotRecord): Differences {
  const changed = Object.entries(values).filter(
    ([property, value]) => comparable(value) !== comparable(record.properties[property] ?? ''),
  );
  return {
    before: Object.fromEntries(changed.map(([property]) => [property, record.properties[property] ?? null])),
    after: Object.fromEntries(changed),
  };
}

/** A change of a HubSpot record, or nothing to do when the change is none. `about` is told in either case. */
export function plannedChange(
  about: Pick<PlannedRecord, 'sourceId' | 'warnings' | 'deferred' | 'references' | 'name' | 'labels'>,
  hubspotId: string,
  { before, after }: Differences,
): PlannedRecord {
  return Object.keys(after).length === 0
    ? { ...about, hubspotId, action: 'unchanged' }
    : { ...about, hubspotId, action: 'update', before, after };
}
