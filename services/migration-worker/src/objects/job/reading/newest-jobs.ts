import {
  jobMilestones,
  jobsPageSize,
  UnreadableRecord,
  type AcculynxJob,
  type JobAssignment,
} from '@ridgeline/acculynx';
import { jobType } from '@ridgeline/contracts';
import { askAcculynx } from '../../../vendors/ask.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';

/** One of AccuLynx' two lists of jobs, read from the one that changed last downward, page by page. */
export class NewestJobs {
  readonly #acculynx: AcculynxAccess<'jobsPage'>;
  readonly #assignment: JobAssignment;
  readonly #signal: AbortSignal;
  #pages = 0;
  /** When the first job that was read was changed, and the last one; in ms since 1970. */
  #newest = -Infinity;
  #reach = Infinity;
  #isAtEnd = false;
  readonly #seen = new Set<string>();

  constructor(acculynx: AcculynxAccess<'jobsPage'>, assignment: JobAssignment, signal: AbortSignal) {
    this.#acculynx = acculynx;
    this.#assignment = assignment;
    this.#signal = signal;
  }

  /** Whether all that was changed at this moment or later was read. */
  reaches(moment: number): boolean {
    return this.#isAtEnd || this.#reach < moment;
  }

  /** About how many more pages it takes to read what was changed at this moment. */
  pagesTo(moment: number): number {
    if (this.reaches(moment)) return 0;
    if (this.#pages === 0) return 1;
    const span = (this.#newest - this.#reach) / this.#pages;
    // Jobs of one moment give no distance; those without any are not in order.
    return span > 0 ? Math.ceil((this.#reach - moment) / span) : span === 0 ? 1 : Infinity;
  }

  /** The jobs of the next page; those that cannot be read by themselves are left out. */
  async next(): Promise<readonly AcculynxJob[]> {
    const startIndex = this.#pages * jobsPageSize;
    const { count, items } = await askAcculynx(
      this.#acculynx,
      jobType.noun.many,
      (client, until) =>
        client.jobsPage(
          { startIndex, assignment: this.#assignment, milestones: jobMilestones, latestFirst: true },
          until,
        ),
      this.#signal,
    );
    this.#pages += 1;
    const jobs = items.flatMap((job) => (job instanceof UnreadableRecord ? [] : [job]));
    for (const { modifiedDate } of jobs) this.#note(Date.parse(modifiedDate ?? ''));
    // A start index that is ignored brings the same page again.
    const isBarren = items.every(({ id }) => this.#seen.has(id));
    for (const { id } of items) this.#seen.add(id);
    this.#isAtEnd = isBarren || (count !== null && startIndex + items.length >= count);
    return jobs;
  }

  #note(modified: number): void {
    if (Number.isNaN(modified)) return;
    this.#newest = Math.max(this.#newest, modified);
    this.#reach = Math.min(this.#reach, modified);
  }
}
