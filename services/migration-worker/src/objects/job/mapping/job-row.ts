import { cleanText } from '@ridgeline/hubspot';
import type { MappingRow } from '../../../hubspot-io/mapping-row.ts';
import type { SourceJob } from '../reading/source-job.ts';

/** What the values of a job depend on besides the job. */
export interface JobContext {
  /** The portal's IANA time zone. */
  readonly timeZone: string;
  /** AccuLynx' users' names by id. */
  readonly users: ReadonlyMap<string, string>;
  /** The name of what a lead source stands below; null where it stands below nothing. */
  readonly parentSource: (leadSource: NonNullable<SourceJob['leadSource']>) => string | null;
}

/** A line of the mapping of jobs. */
export type JobRow = MappingRow<SourceJob, JobContext>;

/** How a text goes over, in words for the documentation. */
export const plainText = 'text';

/** A line whose value is a text of AccuLynx. */
export const textRow = (
  property: string,
  from: string | readonly string[],
  read: (job: SourceJob) => string | null,
): JobRow => ({
  property,
  from: [from].flat(),
  conversion: plainText,
  value: (job) => cleanText(read(job)),
});
