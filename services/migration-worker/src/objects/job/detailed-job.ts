import { UnreadableRecord, type AcculynxJob } from '@ridgeline/acculynx';
import { RunFailed } from '../../base/run-errors.ts';
import { nameOfRead } from './mapping/job-name.ts';
import type { detailReader, SourceJob } from './reading/source-job.ts';

/** A job with its details. One whose details AccuLynx rejects cannot be read; the others can. */
export async function detailedJob(
  job: AcculynxJob | UnreadableRecord,
  detailsOf: ReturnType<typeof detailReader>,
): Promise<SourceJob | UnreadableRecord> {
  if (job instanceof UnreadableRecord) return job;
  try {
    return { ...job, details: await detailsOf(job.id) };
  } catch (error) {
    // AccuLynx rejects a call for this job alone; a rejected key concerns all.
    if (!(error instanceof RunFailed) || error.refusedBy !== null) throw error;
    return new UnreadableRecord({ id: job.id, name: nameOfRead(job), field: '' });
  }
}
