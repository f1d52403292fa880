import type { ReadRecord, UnreadableRecord } from '@ridgeline/acculynx';
import type { Cursor } from '@ridgeline/contracts/internal';

/** HubSpot reads so many records in one call, and the orchestrator answers as many questions. */
const groupLimit = 100;

/** A source record and where reading goes on behind it; null when it does not move the reading. */
export interface SourceRecord<Source> {
  readonly source: Source | UnreadableRecord;
  readonly cursor: Cursor | null;
}

/**
 * Gathers what the pages hold into groups that are looked up together: as many whole batches as fit into one call, so
 * that look-ups cost the same whatever the batch size.
 */
export async function* gatherGroups<Source>(
  pages: AsyncIterable<readonly ReadRecord<Source | UnreadableRecord, Cursor>[]>,
  batchSize: number,
): AsyncGenerator<readonly SourceRecord<Source>[]> {
  const size = Math.max(1, Math.floor(groupLimit / batchSize)) * batchSize;
  let group: SourceRecord<Source>[] = [];
  for await (const page of pages)
    for (const { record, cursor } of page) {
      group.push({ source: record, cursor });
      if (group.length < size) continue;
      yield group;
      group = [];
    }
  if (group.length > 0) yield group;
}
