import { z } from 'zod';
import { readingCursorSchema } from '../reading/reading-cursor.ts';

const natural = z.int().nonnegative();
const assignment = z.enum(['unassigned', 'assigned']);
const days = z.object({ from: z.iso.date(), to: z.iso.date() }).nullable();

/** What is known of a slice that was read, or is being read. */
const readSliceSchema = z.object({
  assignment,
  days,
  asked: days,
  isCut: z.boolean(),
  /** AccuLynx' count of it when it was last read; null if AccuLynx reported none. */
  count: natural.nullable(),
  /** The number of distinct jobs of its own that were found then. */
  found: natural,
  heldStill: z.boolean(),
  /** Whether jobs may have moved here from the other list, which shifted after this one was read. */
  isDoubted: z.boolean(),
});

export type ReadSlice = z.output<typeof readSliceSchema>;

/**
 * Where a reading of all jobs resumes: plain JSON, stored with the progress and passed back after a crash. Opaque outside the
 * reading.
 */
export const jobsCursorSchema = z
  .object({
    /** Which round over the slices this is, from 1. */
    round: z.int().positive(),
    /** All slices known so far, in order. */
    slices: z.array(readSliceSchema),
    /** Which of them the last record was read from. */
    at: natural,
    /** Where the reading of that slice was. */
    reading: readingCursorSchema,
    /** AccuLynx' counts of the two lists; null where AccuLynx reports none. */
    counts: z.object({ unassigned: natural.nullable(), assigned: natural.nullable() }),
    /** Whether these counts are of the queried jobs, not of all jobs. */
    isCounted: z.boolean(),
    /** How many passes had ended before that slice. */
    passes: natural,
    shifted: z.boolean(),
  })
  .refine(({ at, slices }) => at < slices.length);

export type JobsCursor = z.output<typeof jobsCursorSchema>;
