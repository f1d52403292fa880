import type { UnreadableRecord } from '@ridgeline/acculynx';
import type { Cursor } from '@ridgeline/contracts/internal';
import type { GoneRecord, ReadPages } from '../../vendors/record-source.ts';

/** The number of records that HubSpot reads in one call; the orchestrator answers as many questions. */
const groupLimit = 100;

/** A source record, and where reading continues after it; null if the record does not advance the reading. */
export interface SourceRecord<Source> {
  readonly source: Source | UnreadableRecord | GoneRecord;
  readonly cursor: Cursor | null;
  /** A database time of the orchestrator before it was read; undefined if none is known. */
  readonly readAt: string | undefined;
}

/**
 * Gathers the records of pages into groups that are looked up together: as many whole batches as fit into one call, so that
 * look-ups cost the same whatever the batch size.
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
