import { dealProperties } from '@ridgeline/contracts';
import { jobSchema } from '@ridgeline/acculynx';
import { propertyDetailsSchema, type PropertyDetails } from '@ridgeline/hubspot';
import type { JobContext } from '../mapping/job-row.ts';
import { noDetails, type JobDetails, type SourceJob } from '../reading/source-job.ts';

/** The job j-1 as AccuLynx returns it, with these fields set. */
export const aJob = (
  fields: Readonly<Record<string, unknown>> = {},
  details: Partial<JobDetails> = {},
): SourceJob => ({ ...jobSchema.parse({ id: 'j-1', ...fields }), details: { ...noDetails, ...details } });

/** A portal in Texas, and settings without names. */
export const aContext = (change: Partial<JobContext> = {}): JobContext => ({
  timeZone: 'America/Chicago',
  users: new Map(),
  parentSource: () => null,
  ...change,
});

/** The properties of deals that hold options, as a new portal has them. */
export const newEnumerations: readonly PropertyDetails[] = dealProperties
  .filter(({ type }) => type === 'enumeration')
  .map((property) => propertyDetailsSchema.parse(property));
