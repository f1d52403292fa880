import type { CompanyData } from '../../seed/company-data.ts';
import type { Job } from '../../seed/job.ts';
import { companyDay } from '../../seed/time-zones.ts';
import { refuse } from '../answers/errors.ts';
import { day, type Quirks } from '../requests/paging.ts';

type DateField = 'createdDate' | 'milestoneDate' | 'modifiedDate';

const DATE_FIELDS: Readonly<Record<string, DateField>> = {
  CreatedDate: 'createdDate',
  MilestoneDate: 'milestoneDate',
  ModifiedDate: 'modifiedDate',
};

/** What a listing of jobs selects, apart from the page. */
export interface JobQuery {
  readonly assigned: boolean;
  /** In lower case; null means all but dead. */
  readonly milestones: ReadonlySet<string> | null;
  readonly dateField: DateField;
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** The calendar that defines days. */
  readonly days: Quirks['jobDays'];
  readonly sortBy: DateField;
  readonly descending: boolean;
}

function dateField(query: URLSearchParams, name: string): DateField {
  const text = query.get(name) ?? 'CreatedDate';
  return (
    DATE_FIELDS[text] ??
    refuse(404, `The value '${text}' could not be converted to a date type for '${name}'.`)
  );
}

function choice(query: URLSearchParams, name: string, [fallback, other]: readonly [string, string]): boolean {
  const text = query.get(name) ?? fallback;
  if (text !== fallback && text !== other)
    refuse(404, `The value '${text}' could not be converted for '${name}'.`);
  return text === fallback;
}

/** The docs' worked examples still write the older name. */
const nameOfDateFilter = (query: URLSearchParams): string =>
  query.has('filterByDate') ? 'filterByDate' : 'dateFilterType';

/**
 * Reads the parameters of `GET /jobs` (docs/vendors/acculynx.md, 3.5). Days come in pairs or not at all; without them the
 * kind of date does not matter, whatever its value. Unknown parameters are ignored.
 */
export function jobQuery(query: URLSearchParams, { jobDays }: Pick<Quirks, 'jobDays'>): JobQuery {
  const [start, end] = [query.get('startDate'), query.get('endDate')];
  if ((start === null) !== (end === null))
    refuse(400, 'startDate and endDate must both be given in the same format.');
  const milestones = query.get('milestones');
  return {
    assigned: choice(query, 'assignment', ['assigned', 'unassigned']),
    milestones:
      milestones === null
        ? null
        : new Set(milestones.split(',').map((milestone) => milestone.trim().toLowerCase())),
    dateField: start === null ? 'createdDate' : dateField(query, nameOfDateFilter(query)),
    startDate: start === null ? null : day(start, 'startDate'),
    endDate: end === null ? null : day(end, 'endDate'),
    days: jobDays,
    sortBy: dateField(query, 'sortBy'),
    descending: !choice(query, 'sortOrder', ['Ascending', 'Descending']),
  };
}

const matches = (job: Job, query: JobQuery, seed: number): boolean => {
  const milestone = job.currentMilestone.toLowerCase();
  const moment = job[query.dateField];
  const date = moment === null ? null : query.days === 'utc' ? moment.slice(0, 10) : companyDay(seed, moment);
  return (
    job.assigned === query.assigned &&
    (query.milestones === null ? milestone !== 'dead' : query.milestones.has(milestone)) &&
    (query.startDate === null || (date !== null && date >= query.startDate)) &&
    (query.endDate === null || (date !== null && date <= query.endDate))
  );
};

function found({ jobs, seed }: CompanyData, query: JobQuery): readonly Job[] {
  const direction = query.descending ? -1 : 1;
  return [...jobs.all().values()]
    .filter((job) => matches(job, query, seed))
    .map((job) => ({ job, key: `${job[query.sortBy] ?? ''}\n${job.id}` }))
    .sort((a, b) => (a.key < b.key ? -direction : direction))
    .map(({ job }) => job);
}

interface Views {
  readonly version: number;
  readonly byQuery: Map<string, readonly Job[]>;
}

const MAX_VIEWS = 8;

/** The results of the latest queries, kept until the company's jobs change: a listing is requested once per page. */
const views = new WeakMap<CompanyData, Views>();

function viewsOf(data: CompanyData): Views {
  const kept = views.get(data);
  if (kept?.version === data.jobs.version) return kept;
  const fresh = { version: data.jobs.version, byQuery: new Map<string, readonly Job[]>() };
  views.set(data, fresh);
  return fresh;
}

/** The jobs that a query finds, in its order; equal dates are ordered by id, so that paging is stable. */
export function queryJobs(data: CompanyData, query: JobQuery): readonly Job[] {
  const { byQuery } = viewsOf(data);
  const key = JSON.stringify({ ...query, milestones: [...(query.milestones ?? ['*'])] });
  const kept = byQuery.get(key);
  if (kept !== undefined) return kept;
  if (byQuery.size >= MAX_VIEWS) byQuery.clear();
  const jobs = found(data, query);
  byQuery.set(key, jobs);
  return jobs;
}
