import type { VendorRequest } from '../../http/vendor-server.ts';
import type { JobFile } from '../../seed/job-file.ts';
import type { Job } from '../../seed/job.ts';
import { refuse } from '../answers/errors.ts';
import type { AccuLynxCompany } from '../requests/company.ts';
import type { Quirks } from '../requests/paging.ts';

export type JobRequest = VendorRequest<AccuLynxCompany>;

const unknown = (id: string): never => refuse(404, `Job '${id}' was not found.`);

/** The job that the path names, unassigned ones too: writes reach them (docs/vendors/acculynx.md, 7). */
export function anyJobIn({ subject, params }: JobRequest, parameter = 'jobId'): Job {
  const id = params[parameter] ?? '';
  return subject.data.jobs.all().get(id.toLowerCase()) ?? unknown(id);
}

/** The assigned job that the path names; an unassigned one answers 404 like an unknown one (docs/vendors/acculynx.md, 4.5). */
export function jobIn(request: JobRequest): Job {
  const job = anyJobIn(request);
  return job.assigned ? job : unknown(request.params['jobId'] ?? '');
}

/** What separate endpoints show of the job that the path names. */
export const jobFileIn = (request: JobRequest): JobFile => request.subject.data.jobs.files.of(jobIn(request));

/** Refuses what the account's product tier does not include. */
export function requireTier(quirks: Quirks, area: Quirks['forbidden'][number]): void {
  if (quirks.forbidden.includes(area)) refuse(403, 'You do not have permission to perform this operation.');
}
