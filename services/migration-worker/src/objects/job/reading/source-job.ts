import type {
  AcculynxJob,
  AcculynxJobFinancials,
  AcculynxJobInsurance,
  AcculynxJobMilestone,
  AcculynxJobRepresentative,
} from '@ridgeline/acculynx';

/** What costs one call for each job; null where it was not asked for, or AccuLynx has nothing of it. */
export interface JobDetails {
  readonly representatives: readonly AcculynxJobRepresentative[] | null;
  readonly financials: AcculynxJobFinancials | null;
  readonly insurance: AcculynxJobInsurance | null;
  readonly milestone: AcculynxJobMilestone | null;
}

export const noDetails: JobDetails = {
  representatives: null,
  financials: null,
  insurance: null,
  milestone: null,
};

/** A job of AccuLynx' list, with those of its details that the connection wants. */
export type SourceJob = AcculynxJob & { readonly details: JobDetails };
