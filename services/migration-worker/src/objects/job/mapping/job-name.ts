import { UnreadableRecord, type AcculynxJob } from '@ridgeline/acculynx';
import { cleanText } from '@ridgeline/hubspot';
import { shortName } from '../../../hubspot-io/longest-text.ts';

type Named = Pick<AcculynxJob, 'id' | 'jobName' | 'jobNumber'>;

/** AccuLynx' own form of a job's name: "number: contact". A number holds a digit and no blank. */
const numbered = /^([^\s:]*\d[^\s:]*):\s+(.*)$/;

/** The job's number; if it is empty, the number at the start of its name (docs/vendors/acculynx.md, 4.5). */
export function jobNumber({ jobNumber, jobName }: Named): string | null {
  return cleanText(jobNumber) ?? numbered.exec(cleanText(jobName) ?? '')?.[1] ?? null;
}

const shortened = (name: string | null): string | null => (name === null ? null : shortName(name));

/** A job's name in the log: "Job 1234 (Name)". */
export function displayName(job: Named): string {
  const number = shortened(jobNumber(job));
  const name = cleanText(job.jobName);
  const behind = numbered.exec(name ?? '');
  const own = shortened((behind?.[1] === (number ?? '') ? behind[2] : name) ?? null);
  if (number === null) return own ? `Job "${own}"` : `Job ${job.id}`;
  return own && own !== number ? `Job ${number} (${own})` : `Job ${number}`;
}

/** The same for a job that may be unreadable; null where its name is unreadable, too. */
export const nameOfRead = (job: AcculynxJob | UnreadableRecord): string | null =>
  job instanceof UnreadableRecord ? job.name : displayName(job);

/** The deal's name: the job's name, or else its number, or else its id. */
export const dealName = (job: Named): string => cleanText(job.jobName) ?? `Job ${jobNumber(job) ?? job.id}`;
