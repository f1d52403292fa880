import type { CompanyData } from '../seed/company-data.ts';
import type { Job } from '../seed/jobs.ts';
import { refuse } from './errors.ts';
import { day } from './paging.ts';

type DateField = 'createdDate' | 'milestoneDate' | 'modifiedDate';

const DATE_FIELDS: Readonly<Record<string, DateField>> = {
  CreatedDate: 'createdDate',
  MilestoneDate: 'milestoneDate',
  ModifiedDate: 'modifiedDate',
};

/** What a listing of jobs asks for, apart from the page. */
export interface JobQuery {
  readonly assigned: boolean;
  /** In lower case; null means all but dead. */
  readonly milestones: ReadonlySet<string> | null;
  readonly dateField: DateField;
  readonly startDate: string | null;
  readonly endDate: string | null;
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

/** Reads the parameters of `GET /jobs` (vendors/acculynx.md 3.5); days come in pairs or not at all. */
export function jobQuery(query: URLSearchParams): JobQuery {
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
    dateField: dateField(query, query.has('filterByDate') ? 'filterByDate' : 'dateFilterType'),
    startDate: start === null ? null : day(start, 'startDate'),
    endDate: end === null ? null : day(end, 'endDate'),
    sortBy: dateField(query, 'sortBy'),
    descending: !choice(query, 'sortOrder', ['Ascending', 'Descending']),
  };
}

const matches = (job: Job, query: JobQuery): boolean => {
  const milestone = job.currentMilestone.toLowerCase();
  const date = job[query.dateField].slice(0, 10);
  return (
    job.assigned === query.assigned &&
    (query.milestones === null ? milestone !== 'dead' : query.milestones.has(milestone)) &&
    (query.startDate === null || date >= query.startDate) &&
    (query.endDate === null || date <= query.endDate)
  );
};

/** The jobs that a query finds, in its order; equal dates are ordered by id, so that paging is stable. */
export function queryJobs(data: CompanyData, query: JobQuery): Job[] {
  const direction = query.descending ? -1 : 1;
  return [...data.jobs().values()]
    .filter((job) => matches(job, query))
    .sort((a, b) => {
      const [left, right] = [a[query.sortBy] + a.id, b[query.sortBy] + b.id];
      return left < right ? -direction : direction;
    });
}
