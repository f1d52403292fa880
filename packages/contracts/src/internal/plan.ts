import { z } from 'zod';
import type { SkipCode, WarningCode } from '../objects/kinds.ts';
import type { FailureCode } from '../objects/object-type.ts';

/** A code of another release: passed on and shown unchanged. */
export type OtherCode = string & z.core.$brand<'OtherCode'>;

/** Codes of these lists, and of other releases; plans are stored and read across upgrades. */
const codeSchema = <Known extends string>() =>
  z.custom<Known | OtherCode>((code) => typeof code === 'string');

/**
 * Values by HubSpot property. Empty source values are left out, because they must not clear HubSpot's; an empty text clears
 * a value that we wrote earlier and that is no longer true.
 */
const valuesSchema = z.record(z.string(), z.string()).readonly();
export type RecordValues = z.infer<typeof valuesSchema>;

/** A warning about one record that is copied anyway. */
export const recordWarningSchema = z
  .object({
    code: codeSchema<WarningCode>(),
    /** Follows the record's name and a colon. */
    message: z.string(),
    /** The text of one log entry about several records, after their number; without it each record has its own entry. */
    many: z.string().optional(),
    /** The HubSpot property that it is about. */
    field: z.string().optional(),
    /** The value that HubSpot rejected, where another value replaced it. */
    refused: z.string().optional(),
    /** A value of HubSpot that we did not write, and the value that replaces it. */
    replaced: z.object({ before: z.string(), after: z.string() }).readonly().optional(),
  })
  .readonly();
export type RecordWarning = z.infer<typeof recordWarningSchema>;

/**
 * The unique value, such as an email address, that a record is planned without, because another record has it: the value
 * may become free before the run ends. `properties` is written with it where the record has no other data than the value,
 * else empty.
 */
export const deferredValueSchema = z.object({
  /** The HubSpot property that is to hold it. */
  property: z.string(),
  /** In the form in which keys are compared. */
  value: z.string(),
  /** The record's display name. */
  name: z.string(),
  properties: valuesSchema,
});
export type DeferredValue = z.infer<typeof deferredValueSchema>;

/** A record of another kind to associate a record with in HubSpot. */
export const recordReferenceSchema = z.object({
  kind: z.string().min(1),
  sourceId: z.string().min(1),
  isPrimary: z.boolean(),
  /** Its display name, as far as the referring record has it. */
  displayName: z.string().optional(),
});
export type RecordReference = z.infer<typeof recordReferenceSchema>;

const record = {
  sourceId: z.string().min(1),
  /** The record's display name. Empty in plans of releases before this field, whose texts contain the name. */
  name: z.string().default(''),
  /** Its name in such releases where another record refers to it. */
  displayName: z.string().optional(),
  warnings: z.array(recordWarningSchema).readonly(),
  /** The value that the record lacks because another record has it. */
  deferred: deferredValueSchema.optional(),
  /**
   * The unique value, in addition to the source id, that is reserved for this record during the run: no other record of its
   * kind may claim it. Keys of every kind are compared trimmed and in lower case, like email addresses, so far the only
   * ones; a kind whose values differ only in case cannot use them as keys.
   */
  key: z.string().optional(),
  /** What to associate the record with when all records are written. */
  references: z.array(recordReferenceSchema).readonly().optional(),
  /**
   * The digest of the source state from which the plan was made, as sweeps compare it (`recordStateSchema`). Absent where
   * no state was read, in plans of earlier releases, and in follow-up passes.
   */
  digest: z.string().optional(),
  /**
   * Marks of the values that HubSpot already has (ADR 78), in base64, for the report of the worker that made the plan; they
   * are not stored. Absent where they are not known.
   */
  held: z.string().optional(),
  /** The names of values that the plan holds as ids, by property: for the warning when HubSpot rejects one. */
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

/** The record moves to HubSpot's recycle bin, or an association is removed: how an undo reverses what a migration created. */
const archiveSchema = z.object({
  ...record,
  action: z.literal('archive'),
  hubspotId: z.string(),
  /** The HubSpot record whose removal removed this one too, so that it costs no call. */
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
     * The HubSpot record that stands for this one, which is not written: that of another source record, which then stands
     * for both, or its own from an earlier migration. Records that refer to this one are associated with it.
     */
    standIn: z.string().optional(),
  }),
  /** A record that cannot be copied, as known before anything is written. */
  z.object({
    ...record,
    action: z.literal('fail'),
    reason: codeSchema<FailureCode>(),
    message: z.string(),
    /** The faulty field, by the vendor's name. */
    field: z.string().optional(),
  }),
] as const;

/** What will be done with one source record; with its `before`, it is the journal that makes an undo possible. */
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

/** Where reading resumes after a batch. Opaque to all but the reader of the source; it is stored unchanged. */
export const cursorSchema = z.record(z.string(), z.unknown()).readonly();
export type Cursor = z.infer<typeof cursorSchema>;

/** Associations are sent in larger batches than records (docs/vendors/hubspot.md, 10). */
export const maxPlanned = 2_000;

/**
 * A batch's plan; all its records are of one kind. A revision above 1 amends records that HubSpot refused for a conflict. A
 * plan of the `settle` pass changes records that are part of, and counted in, earlier batches.
 */
export const batchPlanSchema = z.object({
  batch: z.int().positive(),
  revision: z.int().positive(),
  /** The name of the `RecordKind`. */
  kind: z.string().min(1),
  pass: z.enum(['records', 'settle']).default('records'),
  /** Where reading resumes after the batch. */
  cursor: cursorSchema.nullable(),
  records: z.array(plannedRecordSchema).max(maxPlanned).readonly(),
});
export type BatchPlan = z.infer<typeof batchPlanSchema>;

/**
 * What another record of the run already has, so that the plan that claims it cannot be stored: a unique value, or a
 * HubSpot record.
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
