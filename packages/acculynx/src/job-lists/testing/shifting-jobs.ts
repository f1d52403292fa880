import type { ListPage } from '../../reading/list-page.ts';
import type { JobAssignment, JobsQuery } from '../../records/jobs-query.ts';
import type { FetchJobs } from '../job-lists.ts';
import type { DatedJob } from '../read-jobs.ts';

interface StoredJob extends DatedJob {
  readonly createdDate: string;
  readonly assignment: JobAssignment;
  /** The day of creation in AccuLynx' calendar. */
  readonly day: string;
}

/** What happens to the jobs right before one of the answers. */
export interface JobShift {
  readonly kind: 'insert' | 'delete' | 'move';
  /** Where, as a share of all jobs in order of creation; an inserted job gets the date and list of the job there. */
  readonly at: number;
}

export interface ShiftingJobsOptions {
  readonly unassigned: number;
  readonly assigned: number;
  readonly pageSize: number;
  /** What `count` counts: the queried jobs, their list whatever the days, all jobs, or nothing (no count). */
  readonly counts: 'asked' | 'list' | 'everything' | 'none';
  /** Jobs that every answer counts and none contains. */
  readonly phantoms?: number;
  readonly pastEnd: 'empty' | '416';
  /** A higher start index is rejected. */
  readonly highestIndex: number;
  /** The number of consecutive days on which equally many jobs were created; by default all on one. */
  readonly days?: number;
  /** How many hours the calendar that defines days is behind UTC. */
  readonly hoursBehind?: number;
  readonly ignoresDays?: boolean;
  /** What happens before the first, second, … answer. */
  readonly shifts?: readonly (JobShift | null)[];
  /** How many turns each answer takes. */
  readonly turns?: readonly number[];
}

const firstDay = Date.parse('2026-01-01T00:00:00Z');
const hourMs = 3_600_000;

/** AccuLynx' two lists of jobs in memory; jobs come, go, and move between them while they are read. */
export class ShiftingJobs {
  readonly #options: ShiftingJobsOptions;
  #jobs: StoredJob[];
  readonly #atStart: readonly string[];
  readonly #deleted = new Set<string>();
  #next = 0;
  #answers = 0;
  #isUntold = false;
  running = 0;
  maxConcurrent = 0;
  readonly asked: JobsQuery[] = [];

  constructor(options: ShiftingJobsOptions) {
    this.#options = options;
    const total = options.unassigned + options.assigned;
    this.#jobs = Array.from({ length: total }, (_, index) => {
      const at = firstDay + ((options.days ?? 1) * 24 * hourMs * index) / total;
      // Spreads the shorter list over the longer one.
      const isUnassigned =
        Math.floor(((index + 1) * options.unassigned) / total) >
        Math.floor((index * options.unassigned) / total);
      return {
        id: this.#newId(),
        createdDate: new Date(at).toISOString(),
        day: new Date(at - (options.hoursBehind ?? 0) * hourMs).toISOString().slice(0, 10),
        assignment: isUnassigned ? 'unassigned' : 'assigned',
      };
    });
    this.#atStart = this.#jobs.map(({ id }) => id);
  }

  get jobs(): readonly StoredJob[] {
    return this.#jobs;
  }

  idsOf(assignment: JobAssignment): string[] {
    return this.#jobs.filter((job) => job.assignment === assignment).map(({ id }) => id);
  }

  /** Jobs that were in either list all the time and are not among these. */
  missing(ids: readonly string[]): readonly string[] {
    const read = new Set(ids);
    return this.#atStart.filter((id) => !this.#deleted.has(id) && !read.has(id));
  }

  readonly fetch: FetchJobs<DatedJob> = async (query) => {
    const { turns = [] } = this.#options;
    const wait = turns[this.asked.length % Math.max(1, turns.length)] ?? 0;
    this.asked.push(query);
    this.running += 1;
    this.maxConcurrent = Math.max(this.maxConcurrent, this.running);
    for (let turn = 0; turn < wait; turn += 1) await Promise.resolve();
    this.running -= 1;
    return this.#answer(query);
  };

  shift({ kind, at }: JobShift): void {
    const place = Math.floor(at * this.#jobs.length);
    const job = this.#jobs[place];
    if (!job) return;
    if (kind === 'insert') this.#jobs.splice(place, 0, { ...job, id: this.#newId() });
    else if (kind === 'move')
      this.#jobs[place] = { ...job, assignment: job.assignment === 'assigned' ? 'unassigned' : 'assigned' };
    else {
      this.#jobs.splice(place, 1);
      this.#deleted.add(job.id);
    }
  }

  #answer(query: JobsQuery): ListPage<DatedJob> {
    const { pageSize, counts, pastEnd, highestIndex, phantoms = 0, shifts = [] } = this.#options;
    const { startIndex } = query;
    if (startIndex > highestIndex) throw new Error(`The start index ${startIndex} is refused.`);
    const isPast = (found: readonly unknown[]): boolean => startIndex >= found.length;
    let found = this.#found(query);
    // Between two answers with a count, at most one shift happens.
    const shift = isPast(found) || this.#isUntold ? null : shifts[this.#answers++];
    if (shift) {
      this.shift(shift);
      found = this.#found(query);
    }
    this.#isUntold = isPast(found) && pastEnd === '416';
    if (this.#isUntold) return { count: null, startIndex: null, items: [] };
    const counted = {
      asked: found.length + phantoms,
      list: this.#found({ ...query, created: null }).length,
      everything: this.#jobs.length,
      none: null,
    };
    return {
      count: counted[counts],
      startIndex,
      items: found.slice(startIndex, startIndex + pageSize),
    };
  }

  #found({ assignment, created }: JobsQuery): readonly StoredJob[] {
    const { ignoresDays = false } = this.#options;
    const days = ignoresDays ? null : created;
    return this.#jobs.filter(
      (job) => job.assignment === assignment && (!days || (days.from <= job.day && job.day <= days.to)),
    );
  }

  #newId(): string {
    return `j-${String(this.#next++)}`;
  }
}
