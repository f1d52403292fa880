import { z } from 'zod';

/**
 * Something about one record that a person should know, though the record goes over. `many` is what is said of several
 * records at once, behind how many they are; without it each has a line of its own.
 */
export const recordWarningSchema = z.object({
  code: z.string(),
  message: z.string(),
  many: z.string().optional(),
  /** The value that HubSpot refused, where another one took its place. */
  refused: z.string().optional(),
  /** A value of HubSpot that we did not write, and what takes its place. */
  replaced: z.object({ before: z.string(), after: z.string() }).optional(),
});
export type RecordWarning = z.infer<typeof recordWarningSchema>;

const properties = z.record(z.string(), z.string());

/**
 * The unique value, such as an e-mail address, that a record is planned without, because another record has it: it may
 * become free before the run ends. `properties` is what is written besides it where the record is nothing without the
 * value, else empty.
 */
export const deferredValueSchema = z.object({
  /** The HubSpot property that is to hold it. */
  property: z.string(),
  /** In the form in which keys are compared. */
  value: z.string(),
  /** What to call the record to people. */
  name: z.string(),
  properties,
});
export type DeferredValue = z.infer<typeof deferredValueSchema>;

/** A record of another kind that a record is to be associated with in HubSpot. */
export const recordReferenceSchema = z.object({
  kind: z.string().min(1),
  sourceId: z.string().min(1),
  isPrimary: z.boolean(),
  /** What to call it to people, as far as the record that refers to it tells. */
  displayName: z.string().optional(),
});
export type RecordReference = z.infer<typeof recordReferenceSchema>;

const record = {
  sourceId: z.string().min(1),
  warnings: z.array(recordWarningSchema),
  deferred: deferredValueSchema.optional(),
  /**
   * The unique value, besides the source id, that is this record's for the run: no other record of its kind may claim it.
   * Keys of every kind are compared in lower case and without the blanks around them, as e-mail addresses are, the only
   * ones by now; a kind whose values differ by their case alone cannot have them as keys.
   */
  key: z.string().optional(),
  /** What the record is to be associated with when all records are written. */
  references: z.array(recordReferenceSchema).optional(),
  /** What to call the record to people where it is referred to. */
  displayName: z.string().optional(),
  /** The names of values that the plan holds by their ids, by property: for the warning when HubSpot refuses one. */
  labels: z.record(z.string(), z.string()).optional(),
};

/**
 * What will be done with one source record. `before` holds HubSpot's values of exactly the properties in `after`
 * (null where HubSpot has none): the journal from which an undo can be made.
 */
export const plannedRecordSchema = z.discriminatedUnion('action', [
  z.object({ ...record, action: z.literal('create'), properties }),
  z.object({
    ...record,
    action: z.literal('update'),
    hubspotId: z.string(),
    before: z.record(z.string(), z.string().nullable()),
    after: properties,
  }),
  z.object({ ...record, action: z.literal('unchanged'), hubspotId: z.string() }),
  z.object({
    ...record,
    action: z.literal('skip'),
    reason: z.string(),
    message: z.string(),
    /** The HubSpot record of another source record that stands for this one too: what refers to it is associated with that. */
    standIn: z.string().optional(),
  }),
  z.object({ ...record, action: z.literal('fail'), reason: z.string(), message: z.string() }),
]);
export type PlannedRecord = z.infer<typeof plannedRecordSchema>;

/** Where reading goes on behind a batch. Only who reads the source knows what is in it; it is stored as it stands. */
export const cursorSchema = z.record(z.string(), z.unknown());
export type Cursor = z.infer<typeof cursorSchema>;

/** Associations go in larger packs than records (vendors/hubspot.md, 10). */
export const mostPlanned = 2_000;

/**
 * A batch's plan; all its records are of one kind. A revision above 1 amends records that HubSpot refused for a conflict.
 * A plan of the `settle` pass changes records that earlier batches hold, and that are counted there.
 */
export const batchPlanSchema = z.object({
  batch: z.int().positive(),
  revision: z.int().positive(),
  /** The name of the `RecordKind`. */
  kind: z.string().min(1),
  pass: z.enum(['records', 'settle']).default('records'),
  /** Where reading goes on behind the batch. */
  cursor: cursorSchema.nullable(),
  records: z.array(plannedRecordSchema).max(mostPlanned),
});
export type BatchPlan = z.infer<typeof batchPlanSchema>;

/**
 * What another record of the run has already, so that a plan that wants it cannot stand: a unique value, or a HubSpot
 * record.
 */
export const takenKeySchema = z.object({
  kind: z.enum(['key', 'hubspot_id']),
  key: z.string(),
  /** The record of the plan that wants it. */
  sourceId: z.string(),
  /** The record that has it. */
  takenBy: z.string(),
});
export type TakenKey = z.infer<typeof takenKeySchema>;
