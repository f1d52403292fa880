import type { RecordKind } from '@ridgeline/contracts';
import type { HubspotRecord } from '@ridgeline/hubspot';

/** The AccuLynx id that a HubSpot record carries, or null. */
export function sourceIdIn(
  record: HubspotRecord,
  { sourceIdProperty }: Pick<RecordKind, 'sourceIdProperty'>,
): string | null {
  const value = record.properties[sourceIdProperty]?.trim() ?? '';
  return value === '' ? null : value;
}
