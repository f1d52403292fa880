import type { HubspotRecord } from '@ridgeline/hubspot';
import type { ContactValues } from '../objects/contact/map-contact.ts';

/** What an update changes: our values that differ, and HubSpot's values of the same properties. */
export interface Differences {
  readonly before: Record<string, string | null>;
  readonly after: Record<string, string>;
}

/** Values as they compare: blanks around a value, or another form of the same characters, are no difference. */
const comparable = (value: string): string => value.normalize('NFC').trim();

/**
 * Compares our values with a record's; what we have no value for is not looked at, so that it is never cleared. The e-mail is the
 * caller's to judge, because a record may have several.
 */
export function differences(values: ContactValues, record: HubspotRecord): Differences {
  const changed = Object.entries(values).filter(
    ([property, value]) => comparable(value) !== comparable(record.properties[property] ?? ''),
  );
  return {
    before: Object.fromEntries(changed.map(([property]) => [property, record.properties[property] ?? null])),
    after: Object.fromEntries(changed),
  };
}
