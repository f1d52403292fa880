import { z } from 'zod';

const position = z.int().nonnegative();

/**
 * Where a reading resumes: plain JSON, stored with the progress and passed back after a crash. Opaque outside the reading.
 * Positions count records from the start of the list.
 */
export const readingCursorSchema = z.object({
  /** Which reading of the whole list this is, from 1. */
  pass: z.int().positive(),
  /** The last record that was done. */
  last: z.object({ position, id: z.string() }),
  /** How many records this pass had found by then. */
  found: z.int().nonnegative(),
  /** What the source's index counts; null as long as it is not known. */
  startIndex: z.enum(['page', 'record']).nullable(),
  /** The source's last reported total. */
  count: z.int().nonnegative().nullable(),
  /** The last record of the list when this pass began; a null id if its page was empty. */
  tail: z.object({ position, id: z.string().nullable() }).nullable(),
  /** The digest of the first page as this pass read it; null where that is not known. */
  head: z.string().nullable().default(null),
  /** Whether this pass has noticed that the list shifts. */
  shifted: z.boolean(),
  /** Whether an earlier pass has. */
  shiftedBefore: z.boolean(),
});

export type ReadingCursor = z.output<typeof readingCursorSchema>;
