import type { SourceJob, TargetRecord } from '../simulated-records.ts';
import { bySourceId, plain, presenceProblems, type ExpectedMissing } from './presence.ts';

/** What jobs are compared by, and how many of them may be missing. */
export interface DealExpectation extends ExpectedMissing {
  /** The portal's time zone, by its IANA name: dates are days in it. */
  readonly timeZone: string;
}

/** The jobs that a migration has to find: all but the dead ones, assigned or not. */
export const migratedJobs = (jobs: readonly SourceJob[]): SourceJob[] =>
  jobs.filter(({ currentMilestone }) => currentMilestone !== 'Dead');

/**
 * Compares jobs with HubSpot's deals, record by record, by rules of its own like those of contacts. What is chosen from
 * lists is not compared: an option that HubSpot does not have may be left out. Answers every difference in words.
 */
export function dealDifferences(
  jobs: readonly SourceJob[],
  deals: readonly TargetRecord[],
  { timeZone, ...missing }: DealExpectation,
): string[] {
  const bySource = bySourceId(deals, 'acculynx_job_id');
  const ids = jobs.map(({ id }) => id);
  return [
    ...presenceProblems(ids, bySource, { noun: 'jobs', ...missing }),
    ...jobs.flatMap((job) => differencesOf(job, bySource.get(job.id) ?? [], timeZone)),
  ];
}

function differencesOf(job: SourceJob, [deal]: readonly TargetRecord[], timeZone: string): string[] {
  if (!deal) return [];
  return Object.entries(valuesOf(job, timeZone))
    .filter(([property, allowed]) => !allowed.map(plain).includes(plain(deal.properties[property])))
    .map(
      ([property, [value = '']]) =>
        `${job.id} has ${property} ${JSON.stringify(deal.properties[property])}, not ${JSON.stringify(value)}`,
    );
}

/** The values that each property may have, according to the job; '' means none. */
function valuesOf(job: SourceJob, timeZone: string): Record<string, readonly string[]> {
  const { street1, street2, city, zipCode, state } = job.locationAddress ?? {};
  return {
    dealname: [job.jobName],
    acculynx_job_number: plain(job.jobNumber) === '' ? ['', numberInName(job)] : [job.jobNumber],
    acculynx_milestone: [job.currentMilestone],
    acculynx_created_at: [moment(job.createdDate)],
    acculynx_created_date: [dayIn(timeZone, job.createdDate)],
    acculynx_modified_at: [moment(job.modifiedDate)],
    acculynx_milestone_date: [dayIn(timeZone, job.milestoneDate)],
    acculynx_street: [', ', ' '].map((between) =>
      [street1, street2].map(plain).filter(Boolean).join(between),
    ),
    acculynx_city: [city ?? ''],
    acculynx_zip: [zipCode ?? ''],
    acculynx_state: [state?.abbreviation ?? '', state?.name ?? ''],
  };
}

/** AccuLynx may report the number in the job's name only: "RDG-1001: Ngozi Okafor". */
const numberInName = ({ jobName }: SourceJob): string => jobName.split(':')[0] ?? '';

/** A moment as HubSpot answers it: UTC to the millisecond. */
const moment = (time: string | null): string => (time === null ? '' : new Date(time).toISOString());

/** The calendar day (`YYYY-MM-DD`) of a moment. */
const dayIn = (timeZone: string, time: string | null): string =>
  time === null ? '' : new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(new Date(time));
