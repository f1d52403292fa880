import type { Identified, ListSpec } from '../list-page.ts';
import { readList, type ReadListBounds, type ReadListOptions } from '../read-list.ts';
import { readingCursorSchema, type ReadingCursor } from '../reading-cursor.ts';
import type { ShiftingList } from './shifting-list.ts';

/** Reads on until the end, or until `stopAfter` records are done; then a crash forgets everything but the cursor. */
export async function readAll(
  list: ShiftingList,
  spec: ListSpec,
  {
    stopAfter = Infinity,
    ...options
  }: Partial<ReadListOptions> & ReadListBounds & { stopAfter?: number } = {},
) {
  const reading = readList<Identified>(list.fetch, spec, { ahead: 1, ...options });
  const ids: string[] = [];
  // A snapshot taken when a record is done; later changes must not affect it.
  let stored = JSON.stringify(options.from ?? null);
  reading: for await (const records of reading)
    for (const { record, cursor: after } of records) {
      ids.push(record.id);
      stored = JSON.stringify(after);
      if (ids.length >= stopAfter) break reading;
    }
  const cursor: ReadingCursor | null = readingCursorSchema.nullable().parse(JSON.parse(stored));
  return { ids, cursor, ended: ids.length < stopAfter, summary: reading.summary };
}

/** Records that were in the list all the time and were not read. */
export const missing = (list: ShiftingList, ids: readonly string[]): readonly string[] => {
  const read = new Set(ids);
  return list.steadyIds.filter((id) => !read.has(id));
};
