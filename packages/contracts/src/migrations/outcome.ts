import { z } from 'zod';
import { outcomeKinds } from '../objects/object-type.ts';

/** The outcome of one record: what a worker reports, what is stored, and what log entries and exports are made from. */
export const outcomeFactsSchema = z.object({
  outcome: z.enum(outcomeKinds),
  /** The record in HubSpot; null where there is none. */
  hubspotId: z.string().nullable(),
  /** The record's display name; null where a release before this field reported it. */
  name: z.string().nullable(),
  /** Why it was skipped or failed, by its code, or null. */
  reason: z.string().nullable(),
  /**
   * The reason for users, after the name and a colon; null where there is nothing to say. Without a name it is a whole
   * sentence.
   */
  message: z.string().nullable(),
  /** The vendor's own words, or null. */
  detail: z.string().nullable(),
  /** The faulty part, by the vendor's name: a HubSpot property, or the field that AccuLynx sent unreadable; else null. */
  field: z.string().nullable(),
});
export type OutcomeFacts = z.infer<typeof outcomeFactsSchema>;

/** The same with its record, as the export of outcomes lists it. */
export const recordOutcomeSchema = outcomeFactsSchema.extend({
  sourceId: z.string(),
  /** The name of its `RecordKind`. */
  kind: z.string(),
});
export type RecordOutcome = z.infer<typeof recordOutcomeSchema>;

/**
 * What the context of a log entry holds about a record, or about several that share it, in addition to the entry's name and
 * message.
 */
export const recordContextSchema = z.object({
  /** Missing where one entry is about several records. */
  sourceId: z.string().optional(),
  /** Missing where the entry is about a record of the migration's own kind. */
  kind: z.string().optional(),
  /** Only in entries of releases without a separate name; their message begins with it. */
  name: z.string().optional(),
  reason: z.string().nullish(),
  detail: z.string().optional(),
  field: z.string().optional(),
  /** Where a field is at fault, the message about it, without a name or a batch. */
  words: z.string().optional(),
});
export type RecordContext = z.infer<typeof recordContextSchema>;
