import type { AcculynxOutcome } from '@ridgeline/acculynx';
import type { JobDetail } from '@ridgeline/contracts';
import { askAcculynx, type AcculynxAccess } from '../../../vendors/record-source.ts';
import { noDetails, type JobDetails } from './source-job.ts';

/** The calls that a job's details cost. */
export type DetailCalls = 'jobRepresentatives' | 'jobFinancials' | 'jobInsurance' | 'jobMilestone';

/** Reads the wanted details of a job, one call for each. */
export function detailReader(
  acculynx: AcculynxAccess<DetailCalls>,
  wanted: readonly JobDetail[],
): (jobId: string) => Promise<JobDetails> {
  const { client } = acculynx;
  const ask = <Value>(
    detail: JobDetail,
    call: (signal: AbortSignal) => Promise<AcculynxOutcome<Value | null>>,
  ): Promise<Value | null> =>
    wanted.includes(detail) ? askAcculynx(acculynx, `${detail} of jobs`, call) : Promise.resolve(null);
  return async (id) => {
    if (wanted.length === 0) return noDetails;
    const [representatives, financials, insurance, milestone] = await Promise.all([
      ask('representative', (signal) => client.jobRepresentatives(id, signal)),
      ask('financials', (signal) => client.jobFinancials(id, signal)),
      ask('insurance', (signal) => client.jobInsurance(id, signal)),
      ask('milestone', (signal) => client.jobMilestone(id, signal)),
    ]);
    return { representatives, financials, insurance, milestone };
  };
}
