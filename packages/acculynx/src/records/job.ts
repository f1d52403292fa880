import { z } from 'zod';
import { contactSchema } from './contact.ts';
import { address, flag, id, list, moment, optional, optionalId, text } from './lenient.ts';
import { pageOf } from './list-answer.ts';
import { readRecord } from './unreadable-record.ts';

/**
 * A contact of a job: the outer id is that of the link between the two. Without `includes=contact` the contact is `{id,
 * _link}`, of which only the id is known; null if even that is missing or unreadable.
 */
const jobContactSchema = z
  .object({ id: optionalId, isPrimary: flag, relationToPrimary: text, contact: optional(contactSchema) })
  .catch({ id: null, isPrimary: false, relationToPrimary: null, contact: null });

const geoLocationSchema = z.object({ latitude: z.number(), longitude: z.number() });

/** The docs name the id `tradeId`, live answers `id`. */
const tradeTypeSchema = z
  .object({ id: optionalId, tradeId: optionalId, name: text })
  .transform(({ id, tradeId, name }) => ({ id: id ?? tradeId, name }));

/** Live rows have `id` and `categoryId`, or only one of them. */
const jobCategorySchema = z
  .object({ id: optionalId, categoryId: optionalId, name: text })
  .transform(({ id, categoryId, name }) => ({ id: id ?? categoryId, name }));

const workTypeSchema = z.object({ id: optionalId, name: text, systemDefault: flag });

const leadSourcePart = { id: optionalId, name: text, parentId: optionalId };

/** A lead source; one that was chosen below another names its `parentId`, or is among the parent's children. */
const jobLeadSourceSchema = z.object({ ...leadSourcePart, children: list(z.object(leadSourcePart)) });

/**
 * A job (docs/vendors/acculynx.md, 4.5), read leniently: whatever is missing, null, empty or of another type is null or an
 * empty list. Only the id must be there. Milestone and priority are open texts (4.13); times are UTC in ISO form.
 */
export const jobSchema = z.object({
  id,
  jobName: text,
  jobNumber: text,
  currentMilestone: text,
  milestoneDate: moment,
  createdDate: moment,
  modifiedDate: moment,
  priority: text,
  contacts: list(jobContactSchema),
  locationAddress: address,
  geoLocation: optional(geoLocationSchema),
  tradeTypes: list(tradeTypeSchema),
  jobCategory: optional(jobCategorySchema),
  workType: optional(workTypeSchema),
  leadSource: optional(jobLeadSourceSchema),
  leadDeadReason: text,
});

export type AcculynxJob = z.output<typeof jobSchema>;
export type AcculynxJobContact = AcculynxJob['contacts'][number];

/** The job of this id, read alone. */
export const jobOfId = (jobId: string) =>
  z.unknown().transform((job) => readRecord(jobSchema, job, () => jobId));

/** One page of a list of jobs. */
export const jobsPageSchema = pageOf(jobSchema);
export type JobsPage = z.output<typeof jobsPageSchema>;
