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
  /** What AccuLynx counted in it when it was read last; null when it does not tell. */
  count: natural.nullable(),
  /** How many distinct jobs of its own it held then. */
  found: natural,
  heldStill: z.boolean(),
  /** Whether a shift of the other list, after this one was read, may have moved jobs here. */
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
    /** The slices that are known by now, in their order. */
    slices: z.array(readSliceSchema),
    /** Which of them the last record was read from. */
    at: natural,
    /** Where the reading of that slice was. */
    reading: readingCursorSchema,
    /** What AccuLynx counts in the two lists; null when it does not tell. */
    counts: z.object({ unassigned: natural.nullable(), assigned: natural.nullable() }),
    /** Whether these counts are those of what is asked for, and not of everything. */
    isCounted: z.boolean(),
    /** How many passes had ended before that slice. */
    passes: natural,
    shifted: z.boolean(),
  })
  .refine(({ at, slices }) => at < slices.length);

export type JobsCursor = z.output<typeof jobsCursorSchema>;
