import type { PlannedUpdate } from '@ridgeline/contracts/internal';
import type { RecordReader } from './read-records.ts';

/** Reads back which of these source ids are in HubSpot: answers their HubSpot ids. */
export async function findCreated(
  read: RecordReader,
  sourceIds: readonly string[],
): Promise<(sourceId: string) => string | undefined> {
  const found = await read.bySourceId(sourceIds);
  return (sourceId) => found.get(sourceId)?.id;
}

/** Reads back which updates HubSpot has in force: answers their HubSpot ids. */
export async function findUpdated(
  read: RecordReader,
  records: readonly PlannedUpdate[],
): Promise<(record: PlannedUpdate) => string | undefined> {
  const found = await read.byId(records.map(({ hubspotId }) => hubspotId));
  return ({ hubspotId, after }) => {
    const row = found.get(hubspotId);
    const applied =
      row && Object.entries(after).every(([name, value]) => (row.properties[name] ?? '') === value);
    return applied ? row.id : undefined;
  };
}
