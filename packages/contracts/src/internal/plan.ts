import { z } from 'zod';
import type { SkipCode, WarningCode } from '../objects/kinds.ts';
import type { FailureCode } from '../objects/object-type.ts';

/** A code of another release: it is passed on and told as it stands. */
export type OtherCode = string & z.core.$brand<'OtherCode'>;

/** Codes of these lists, and those of other releases; plans are stored and read across an upgrade. */
const codeSchema = <Known extends string>() =>
  z.custom<Known | OtherCode>((code) => typeof code === 'string');

/**
 * Values by HubSpot property. An empty source value has no place here, because it must not clear HubSpot's; an empty text
 * clears our former value, which is not true any more.
 */
const valuesSchema = z.record(z.string(), z.string()).readonly();
export type RecordValues = z.infer<typeof valuesSchema>;

/** A warning about one record that is copied anyway. */
export const recordWarningSchema = z
  .object({
    code: codeSchema<WarningCode>(),
    /** Behind the record's name and a colon. */
    message: z.string(),
    /** What one log entry says of several records, after their number; without it each has its own entry. */
    many: z.string().optional(),
    /** The HubSpot property that it is about. */
    field: z.string().optional(),
    /** The value that HubSpot refused, where another one took its place. */
    refused: z.string().optional(),
    /** A value of HubSpot that we did not write, and what takes its place. */
    replaced: z.object({ before: z.string(), after: z.string() }).readonly().optional(),
  })
  .readonly();
export type RecordWarning = z.infer<typeof recordWarningSchema>;

/**
 * The unique value, such as an email address, that a record is planned without, because another record has it: it may
 * become free before the run ends. `properties` is written with it where the record has no other data than the
 * value, else empty.
 */
export const deferredValueSchema = z.object({
  /** The HubSpot property that is to hold it. */
  property: z.string(),
  /** In the form in which keys are compared. */
  value: z.string(),
  /** What to call the record to people. */
  name: z.string(),
  properties: valuesSchema,
});
export type DeferredValue = z.infer<typeof deferredValueSchema>;

/** A record of another kind to associate a record with in HubSpot. */
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
  /** What to call the record to people. Empty in plans of releases before this field, whose texts name the record themselves. */
  name: z.string().default(''),
  /** What such releases call it where another record refers to it. */
  displayName: z.string().optional(),
  warnings: z.array(recordWarningSchema).readonly(),
  /** The value that the record goes without, because another record has it. */
  deferred: deferredValueSchema.optional(),
  /**
   * The unique value, in addition to the source id, that is reserved for this record during the run: no other record of its kind may claim it.
   * Keys of every kind are compared in lower case and without the blanks around them, as email addresses are, the only
   * ones by now; a kind whose values differ by their case alone cannot have them as keys.
   */
  key: z.string().optional(),
  /** What to associate the record with when all records are written. */
  references: z.array(recordReferenceSchema).readonly().optional(),
  /**
   * The digest of the source's state that the plan was made of, as sweeps compare it (`recordStateSchema`). Absent where no
   * state was read, in plans of earlier releases, and in follow-up passes.
   */
  digest: z.string().optional(),
  /**
   * Marks of the values that HubSpot has already (ADR 78), in base64, for the report of the worker that made the plan: it is not
   * stored. Absent where that is not known.
   */
  held: z.string().optional(),
  /** The names of values that the plan holds by their ids, by property: for the warning when HubSpot refuses one. */
  labels: valuesSchema.optional(),
};

const createSchema = z.object({ ...record, action: z.literal('create'), properties: valuesSchema });

/** `before` holds HubSpot's values of exactly the properties in `after` (null where HubSpot has none). */
const updateSchema = z.object({
  ...record,
  action: z.literal('update'),
  hubspotId: z.string(),
  before: z.record(z.string(), z.string().nullable()).readonly(),
  after: valuesSchema,
});

/** The record goes to HubSpot's recycle bin, an association is removed: what an undo does with what a migration created. */
const archiveSchema = z.object({
  ...record,
  action: z.literal('archive'),
  hubspotId: z.string(),
  /** The HubSpot record that was removed and took this one along: it costs no call. */
  goneWith: z.string().optional(),
});

/** Each `message` follows the record's name and a colon. */
const settledSchemas = [
  z.object({ ...record, action: z.literal('unchanged'), hubspotId: z.string() }),
  z.object({
    ...record,
    action: z.literal('skip'),
    reason: codeSchema<SkipCode>(),
    message: z.string(),
    /**
     * The HubSpot record that this one has without being written: that of another source record, which stands for both, so
     * that what refers to this one is associated with it, or its own from an earlier migration.
     */
    standIn: z.string().optional(),
  }),
  /** A record that cannot be copied, as is known before anything is written. */
  z.object({
    ...record,
    action: z.literal('fail'),
    reason: codeSchema<FailureCode>(),
    message: z.string(),
    /** What is at fault, as the vendor calls it. */
    field: z.string().optional(),
  }),
] as const;

/** What will be done with one source record; with its `before`, it is the journal from which an undo can be made. */
export const plannedRecordSchema = z.discriminatedUnion('action', [
  createSchema,
  updateSchema,
  archiveSchema,
  ...settledSchemas,
]);
export type PlannedRecord = z.infer<typeof plannedRecordSchema>;
/** The same as any release sends and stores it. */
export type SentRecord = z.input<typeof plannedRecordSchema>;
export type PlannedCreate = z.infer<typeof createSchema>;
export type PlannedUpdate = z.infer<typeof updateSchema>;
export type PlannedArchive = z.infer<typeof archiveSchema>;
/** A record whose values are written. */
export type PlannedWrite = PlannedCreate | PlannedUpdate;
/** A record that costs a call which changes HubSpot. */
export type PlannedChange = PlannedWrite | PlannedArchive;

export const isCreate = (record: PlannedRecord): record is PlannedCreate => record.action === 'create';
export const isUpdate = (record: PlannedRecord): record is PlannedUpdate => record.action === 'update';
export const isArchive = (record: PlannedRecord): record is PlannedArchive =>
  record.action === 'archive' && record.goneWith === undefined;
export const isWrite = (record: PlannedRecord): record is PlannedWrite =>
  isCreate(record) || isUpdate(record);
export const isChange = (record: PlannedRecord): record is PlannedChange =>
  isWrite(record) || isArchive(record);

/** Where reading resumes behind a batch. Opaque to all but the reader of the source; it is stored unchanged. */
export const cursorSchema = z.record(z.string(), z.unknown()).readonly();
export type Cursor = z.infer<typeof cursorSchema>;

/** Associations go in larger packs than records (docs/vendors/hubspot.md, 10). */
export const maxPlanned = 2_000;

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
  /** Where reading resumes behind the batch. */
  cursor: cursorSchema.nullable(),
  records: z.array(plannedRecordSchema).max(maxPlanned).readonly(),
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
