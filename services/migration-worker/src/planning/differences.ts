import type { HubspotRecord } from '@ridgeline/hubspot';
import type { ContactValues } from '../mapping/map-contact.ts';

/** What an update changes: our values that differ, and HubSpot's values of the same properties. */
export interface Differences {
  readonly before: Record<string, string | null>;
  readonly after: Record<string, string>;
}

/** Values as they compare: HubSpot keeps e-mails in lower case, and blanks around a value mean nothing. */
function comparable(property: string, value: string): string {
  const text = value.normalize('NFC').trim();
  return property === 'email' ? text.toLowerCase() : text;
}

/** Compares our values with a record's; what we have no value for is not looked at, so that it is never cleared. */
export function differences(values: ContactValues, record: HubspotRecord): Differences {
  const changed = Object.entries(values).filter(
    ([property, value]) =>
      comparable(property, value) !== comparable(property, record.properties[property] ?? ''),
  );
  return {
    before: Object.fromEntries(changed.map(([property]) => [property, record.properties[property] ?? null])),
    after: Object.fromEntries(changed),
  };
}
