import { z } from 'zod';

/** Something about one record that a person should know, though the record goes over. */
export const recordWarningSchema = z.object({ code: z.string(), message: z.string() });
export type RecordWarning = z.infer<typeof recordWarningSchema>;

const properties = z.record(z.string(), z.string());

/**
 * The e-mail address that a record is planned without, because another contact has it: it may become free before the
 * run ends. `properties` is what is written besides it where the record is nothing without the address, else empty.
 */
export const withheldEmailSchema = z.object({ email: z.string(), name: z.string(), properties });
export type WithheldEmail = z.infer<typeof withheldEmailSchema>;

const record = {
  sourceId: z.string().min(1),
  warnings: z.array(recordWarningSchema),
  withheld: withheldEmailSchema.optional(),
  /** The e-mail address, in lower case, that is this record's for the run: no other one may claim it. */
  email: z.string().optional(),
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
  z.object({ ...record, action: z.literal('skip'), reason: z.string(), message: z.string() }),
]);
export type PlannedRecord = z.infer<typeof plannedRecordSchema>;

/** Where reading goes on behind a batch. Only who reads the source knows what is in it; it is stored as it stands. */
export const cursorSchema = z.record(z.string(), z.unknown());
export type Cursor = z.infer<typeof cursorSchema>;

/**
 * A batch's plan. A revision above 1 amends records that HubSpot refused for a conflict. A plan with `emailsOnly` moves
 * e-mail addresses between records that earlier batches hold, and that are counted there.
 */
export const batchPlanSchema = z.object({
  batch: z.int().positive(),
  revision: z.int().positive(),
  cursor: cursorSchema.nullable(),
  records: z.array(plannedRecordSchema).max(100),
  emailsOnly: z.literal(true).optional(),
});
export type BatchPlan = z.infer<typeof batchPlanSchema>;

/**
 * What another record of the run has already, so that a plan that wants it cannot stand: an e-mail address, or a HubSpot
 * record.
 */
export const takenKeySchema = z.object({
  kind: z.enum(['email', 'hubspot_id']),
  key: z.string(),
  /** The record of the plan that wants it. */
  sourceId: z.string(),
  /** The record that has it. */
  takenBy: z.string(),
});
export type TakenKey = z.infer<typeof takenKeySchema>;
