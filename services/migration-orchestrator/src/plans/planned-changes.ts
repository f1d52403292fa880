import type { ChangedValue } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';

/** What a planned write changes in HubSpot; a property that has its value already is none. */
export function changesOf(record: PlannedRecord): ChangedValue[] {
  if (record.action === 'create')
    return Object.entries(record.properties).map(([property, after]) => ({ property, before: null, after }));
  if (record.action !== 'update') return [];
  return Object.entries(record.after).flatMap(([property, after]) => {
    const before = record.before[property] ?? null;
    return (before ?? '') === after ? [] : [{ property, before, after }];
  });
}
