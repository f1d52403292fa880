import { z } from 'zod';
import { outcomeKinds } from '../objects/object-type.ts';

/** The outcome of one record: what a worker reports, what is stored, and what log entries and exports are made from. */
export const outcomeFactsSchema = z.object({
  outcome: z.enum(outcomeKinds),
  /** The record in HubSpot; null where there is none. */
  hubspotId: z.string().nullable(),
  /** What to call the record to people; null where a release before this field reported it. */
  name: z.string().nullable(),
  /** Why it was skipped or failed, by its code, or null. */
  reason: z.string().nullable(),
  /** The same for people, behind the name and a colon; null where there is nothing to say. Without a name it is a whole sentence. */
  message: z.string().nullable(),
  /** What the vendor itself said, or null. */
  detail: z.string().nullable(),
  /** What is at fault, as the vendor calls it: a HubSpot property, or the field that AccuLynx sent unreadable; else null. */
  field: z.string().nullable(),
});
export type OutcomeFacts = z.infer<typeof outcomeFactsSchema>;

/** The same with the record that it is about, as the export of outcomes tells it. */
export const recordOutcomeSchema = outcomeFactsSchema.extend({
  sourceId: z.string(),
  /** The name of its `RecordKind`. */
  kind: z.string(),
});
export type RecordOutcome = z.infer<typeof recordOutcomeSchema>;

/** What the context of a log line holds of a record, or of several that share it, beside the line's name and message. */
export const recordContextSchema = z.object({
  /** Missing where one entry is about several records. */
  sourceId: z.string().optional(),
  /** Missing where the entry is about a record of the migration's own kind. */
  kind: z.string().optional(),
  /** Only in lines of a release before these had a name of their own; their message begins with it. */
  name: z.string().optional(),
  reason: z.string().nullish(),
  detail: z.string().optional(),
  field: z.string().optional(),
  /** Where a field is at fault, what is said of it: the message without a name or a batch. */
  words: z.string().optional(),
});
export type RecordContext = z.infer<typeof recordContextSchema>;
