import {
  readingCursorSchema,
  readList,
  type FetchPage,
  type ListReading,
  type ListSpec,
  type UnreadableRecord,
} from '@ridgeline/acculynx';
import type { Cursor } from '@ridgeline/contracts/internal';

/** So many pages are on their way side by side: at half a second a page, as many as AccuLynx admits in that time. */
const pagesAhead = 6;

/** The records of one kind as a run reads them. */
export interface RecordSource<Source> {
  /** Reads all records, or continues behind a cursor. `onCount` gets the count that AccuLynx gives. */
  read(from: Cursor | null, onCount: (count: number) => void): ListReading<Source | UnreadableRecord, Cursor>;
}

/** Reads records by calls that give a page of their list. */
export function recordSource<Source extends { readonly id: string }>(
  fetchPage: FetchPage<Source | UnreadableRecord>,
  spec: ListSpec,
): RecordSource<Source> {
  return {
    read(from, onCount) {
      // A cursor of another form than today's: what is planned is known, so reading from the start loses nothing.
      const cursor = readingCursorSchema.safeParse(from).data ?? null;
      return readList(fetchPage, spec, { from: cursor, ahead: pagesAhead, onCount });
    },
  };
}
