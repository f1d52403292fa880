import { z } from 'zod';
import { writtenText } from '../fields.ts';

/** Details that cost one AccuLynx call per job, and are read only on request. */
export const jobDetailSchema = z.enum(['representative', 'financials', 'insurance', 'milestone']);
export type JobDetail = z.infer<typeof jobDetailSchema>;

/** The milestones of a job that is copied, in their order (docs/vendors/acculynx.md, 4). */
export const jobMilestones = [
  'Lead',
  'Prospect',
  'Approved',
  'Completed',
  'Invoiced',
  'Closed',
  'Cancelled',
  'Dead',
] as const;

const typedIdSchema = z.string().trim().max(100).regex(writtenText, 'request.characters');

/** HubSpot's id of a pipeline or a stage: spelled exactly as typed, but trimmed. */
const hubspotIdSchema = typedIdSchema.min(1);

/** The same as a form sends it: empty means the default. */
export const hubspotIdOrDefaultSchema = typedIdSchema.nullable().transform((id) => (id === '' ? null : id));

/** Maximum entries; a location has about ten milestones. */
const maxMilestones = 100;

/** How jobs become deals. */
export const dealSettingsSchema = z.object({
  /** null: the portal's default pipeline. */
  defaultDealPipeline: hubspotIdSchema.nullable(),
  /** The stage of a new deal; null: the first one of its pipeline. */
  defaultDealStage: hubspotIdSchema.nullable(),
  /** The stage for each AccuLynx milestone; a milestone that is missing here moves no deal. */
  dealStageByMilestone: z
    .record(z.string().max(100).regex(writtenText, 'request.characters'), hubspotIdSchema)
    .refine((stages) => Object.keys(stages).length <= maxMilestones),
  jobDetails: z.array(jobDetailSchema).max(jobDetailSchema.options.length),
  /** Whether dead leads are copied as well; AccuLynx keeps them among its jobs. */
  includeDeadJobs: z.boolean(),
});
export type DealSettings = z.infer<typeof dealSettingsSchema>;

/** The settings of a connection that was saved without any. */
export const defaultDealSettings: DealSettings = {
  defaultDealPipeline: null,
  defaultDealStage: null,
  dealStageByMilestone: {},
  jobDetails: [],
  includeDeadJobs: false,
};
