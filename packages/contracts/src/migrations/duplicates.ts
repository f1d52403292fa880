import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idSchema, pathIdSchema, timeSchema } from '../fields.ts';

/** What a source record and a HubSpot record have in common. */
export const likenessSchema = z.enum(['phone', 'name']);
export type Likeness = z.infer<typeof likenessSchema>;

/** Maximum HubSpot records that are kept as look-alikes of one source record. */
export const maxCandidates = 5;

/** Values by HubSpot property; what is empty is missing. */
const valuesSchema = z.record(z.string(), z.string());

/** A HubSpot record that looks like a source record, as a dry run found it. */
export const candidateSchema = z.object({
  hubspotId: z.string().min(1).max(100),
  likeness: z.array(likenessSchema).min(1),
  values: valuesSchema,
});
export type Candidate = z.infer<typeof candidateSchema>;

const decisionSchema = z.enum(['same', 'different']);
export type Decision = z.infer<typeof decisionSchema>;

/** What a user decided about a source record and its look-alikes. */
const storedAnswerSchema = z.object({
  decision: decisionSchema,
  /** The HubSpot record that is the same; null where all candidates are different. */
  hubspotId: z.string().nullable(),
  /** Who decided it, for display. */
  by: z.string(),
  at: timeSchema,
});
export type StoredAnswer = z.infer<typeof storedAnswerSchema>;

/** A record that a dry run would create, and that looks like existing HubSpot records. */
export const duplicateSchema = z.object({
  /** The name of its `RecordKind`. */
  kind: z.string(),
  /** Its id in AccuLynx. */
  sourceId: z.string(),
  /** Its display name. */
  name: z.string(),
  /** What would be written to the properties that are shown side by side. */
  values: valuesSchema,
  /** Its phone number, as digits, where a candidate has it too; null where none has it. */
  phone: z.string().nullable(),
  /** How many records of this dry run with this phone number have no answer; 0 without a phone number. */
  openWithPhone: z.int().nonnegative(),
  /** The most alike first. */
  candidates: z.array(candidateSchema),
  answer: storedAnswerSchema.nullable(),
});
export type Duplicate = z.infer<typeof duplicateSchema>;

/** Possible duplicates per page. */
export const duplicatePageSize = 20;

const ofMigration = z.object({ id: pathIdSchema });
const ofRecord = z.object({ id: pathIdSchema, kind: z.string().max(100), sourceId: z.string().max(200) });

export const listDuplicates = endpoint({
  method: 'GET',
  path: '/api/migrations/{id}/duplicates',
  summary:
    'The records that a dry run would create and that look like records that HubSpot has, with the answers that users gave',
  access: 'signed-in',
  params: ofMigration,
  /** `after`: the `next` of the previous page; without `state`, those with and without an answer. */
  query: z.object({
    after: z.string().max(400).optional(),
    state: z.enum(['open', 'answered']).optional(),
  }),
  answer: z.object({
    duplicates: z.array(duplicateSchema),
    /** Null on the last page. */
    next: z.string().nullable(),
    /** How many of the dry run have no answer, and how many have one. */
    open: z.int().nonnegative(),
    answered: z.int().nonnegative(),
    /** How many of the answers say that a HubSpot record is the same. */
    same: z.int().nonnegative(),
  }),
  errors: ['migration.not_found', 'request.too_many'],
});

/** What a user decides about one record. */
export const duplicateAnswerSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('same'), hubspotId: z.string().min(1).max(100) }),
  z.object({ decision: z.literal('different') }),
]);
export type DuplicateAnswer = z.infer<typeof duplicateAnswerSchema>;

export const answerDuplicate = endpoint({
  method: 'PUT',
  path: '/api/migrations/{id}/duplicates/{kind}/{sourceId}/answer',
  summary:
    'Say whether a record is the same as one of its candidates, which later migrations then update, or different from all',
  access: 'signed-in',
  params: ofRecord,
  body: duplicateAnswerSchema,
  answer: duplicateSchema,
  errors: [
    'migration.not_found',
    'duplicate.not_found',
    'duplicate.counterpart_taken',
    'duplicate.copied_since',
  ],
});

export const takeBackAnswer = endpoint({
  method: 'DELETE',
  path: '/api/migrations/{id}/duplicates/{kind}/{sourceId}/answer',
  summary: 'Take back what was said of a record; where nothing was said nothing is done',
  access: 'signed-in',
  params: ofRecord,
  answer: z.object({
    /**
     * The migration, or auto-sync, that has copied the record to the HubSpot record since the answer, so that both stay
     * linked; null: neither has.
     */
    linkedBy: z.union([idSchema, z.literal('auto-sync')]).nullable(),
  }),
  errors: ['migration.not_found', 'duplicate.not_found'],
});

export const answerDuplicates = endpoint({
  method: 'POST',
  path: '/api/migrations/{id}/duplicate-answers',
  summary:
    'Answer for all records of a dry run with one phone number. The same: each as its only candidate, or the only one with its name',
  access: 'signed-in',
  params: ofMigration,
  body: z.object({ phone: z.string().min(1).max(40), decision: decisionSchema }),
  answer: z.object({
    answered: z.int().nonnegative(),
    /** Those without a single candidate, or whose candidate belongs to another record: each needs its own answer. */
    left: z.int().nonnegative(),
  }),
  errors: ['migration.not_found'],
});
