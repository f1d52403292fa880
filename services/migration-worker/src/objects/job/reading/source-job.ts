import type {
  AcculynxClient,
  AcculynxJob,
  AcculynxJobFinancials,
  AcculynxJobInsurance,
  AcculynxJobMilestone,
  AcculynxJobRepresentative,
  AcculynxOutcome,
} from '@ridgeline/acculynx';
import type { JobDetail } from '@ridgeline/contracts';
import { askAcculynx } from '../../../vendors/ask.ts';
import type { AcculynxAccess, CallSignals } from '../../../vendors/run-vendors.ts';

/** Data that costs one call per job; null if it was not requested, or AccuLynx has none. */
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

/** A job of AccuLynx' list, with the details that the connection wants. */
export type SourceJob = AcculynxJob & { readonly details: JobDetails };

/** The calls for a job's details. */
export type DetailCalls = 'jobRepresentatives' | 'jobFinancials' | 'jobInsurance' | 'jobMilestone';

/** Reads the wanted details of a job, one call for each. */
export function detailReader(
  acculynx: AcculynxAccess<DetailCalls>,
  wanted: readonly JobDetail[],
): (jobId: string) => Promise<JobDetails> {
  const ask = <Value>(
    detail: JobDetail,
    call: (
      client: Pick<AcculynxClient, DetailCalls>,
      signals: CallSignals,
    ) => Promise<AcculynxOutcome<Value | null>>,
  ): Promise<Value | null> =>
    wanted.includes(detail) ? askAcculynx(acculynx, `${detail} of jobs`, call) : Promise.resolve(null);
  return async (id) => {
    if (wanted.length === 0) return noDetails;
    const [representatives, financials, insurance, milestone] = await Promise.all([
      ask('representative', (client, until) => client.jobRepresentatives(id, until)),
      ask('financials', (client, until) => client.jobFinancials(id, until)),
      ask('insurance', (client, until) => client.jobInsurance(id, until)),
      ask('milestone', (client, until) => client.jobMilestone(id, until)),
    ]);
    return { representatives, financials, insurance, milestone };
  };
}
