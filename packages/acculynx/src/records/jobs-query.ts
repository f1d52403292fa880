/** AccuLynx refuses larger pages of jobs (docs/vendors/acculynx.md, 3.3). */
export const jobsPageSize = 25;

/** The highest start index that job lists accept (3.2). */
export const highestJobIndex = 100_000;

/** AccuLynx' milestones as its list of jobs takes them (3.5). `dead` brings rows only among unassigned jobs. */
export const jobMilestones = [
  'lead',
  'prospect',
  'approved',
  'completed',
  'invoiced',
  'closed',
  'cancelled',
  'dead',
] as const;
export type JobMilestone = (typeof jobMilestones)[number];

/** Each job is in one of two disjoint lists; there is no list of all (3.5). */
export type JobAssignment = 'unassigned' | 'assigned';

/** A span of days as `YYYY-MM-DD`, both ends inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Which page of which jobs; the page is requested by the position of its first record. */
export interface JobsQuery {
  readonly startIndex: number;
  readonly assignment: JobAssignment;
  /** Only jobs created on these days; AccuLynx does not document whose calendar defines a day. */
  readonly created?: Days | null;
  /** Default: all but dead. */
  readonly milestones?: readonly JobMilestone[];
  /** Most recently changed first; by default in order of creation. */
  readonly latestFirst?: boolean;
}

/** The query of `GET /jobs`. Live AccuLynx obeys `pageStartIndex`, the docs name `recordStartIndex`: both are sent (3.2). */
export function jobsParameters({
  startIndex,
  assignment,
  created,
  milestones,
  latestFirst = false,
}: JobsQuery) {
  return {
    pageSize: jobsPageSize,
    recordStartIndex: startIndex,
    pageStartIndex: startIndex,
    assignment,
    includes: 'contact',
    sortBy: latestFirst ? 'ModifiedDate' : 'CreatedDate',
    sortOrder: latestFirst ? 'Descending' : 'Ascending',
    ...(created ? { startDate: created.from, endDate: created.to, dateFilterType: 'CreatedDate' } : {}),
    ...(milestones ? { milestones: milestones.join(',') } : {}),
  };
}
