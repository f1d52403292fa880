import type { UnreadableRecord } from '@ridgeline/acculynx';
import type { Cursor } from '@ridgeline/contracts/internal';
import type { GoneRecord, ReadPages } from '../../vendors/record-source.ts';

/** HubSpot reads so many records in one call, and the orchestrator answers as many questions. */
const groupLimit = 100;

/** A source record, and where reading continues after it; null when it does not move the reading. */
export interface SourceRecord<Source> {
  readonly source: Source | UnreadableRecord | GoneRecord;
  readonly cursor: Cursor | null;
  /** A moment of the orchestrator's database before it was read; undefined while none is known. */
  readonly readAt: string | undefined;
}

/**
 * Gathers what the pages hold into groups that are looked up together: as many whole batches as fit into one call, so
 * that look-ups cost the same whatever the batch size.
 */
export async function* gatherGroups<Source>(
  pages: ReadPages<Source>,
  batchSize: number,
): AsyncGenerator<readonly SourceRecord<Source>[]> {
  const size = Math.max(1, Math.floor(groupLimit / batchSize)) * batchSize;
  let group: SourceRecord<Source>[] = [];
  for await (const page of pages)
    for (const { record, cursor, readAt } of page) {
      group.push({ source: record, cursor, readAt });
      if (group.length < size) continue;
      yield group;
      group = [];
    }
  if (group.length > 0) yield group;
}
