import type { ChangedValue } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';

/** The changes that a planned write makes in HubSpot; a property that already has its value is not one. */
export function changesOf(record: PlannedRecord): ChangedValue[] {
  if (record.action === 'create')
    return Object.entries(record.properties).map(([property, after]) => ({ property, before: null, after }));
  if (record.action !== 'update') return [];
  return Object.entries(record.after).flatMap(([property, after]) => {
    const before = record.before[property] ?? null;
    return (before ?? '') === after ? [] : [{ property, before, after }];
  });
}
