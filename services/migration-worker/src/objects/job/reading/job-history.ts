import type { AcculynxJob, JobAssignment, UnreadableRecord } from '@ridgeline/acculynx';
import { SharedKeep } from '../../../base/kept-records.ts';
import type { ExpectedDensity, NewestJobs } from './newest-jobs.ts';

/** A job as it was read, and a database time of the orchestrator before that. */
export interface ReadJob {
  readonly source: AcculynxJob | UnreadableRecord;
  readonly readAt: string;
}

/** A longer list is not read for later rounds: it would displace what other connections keep. */
export const maxListKept = 5_000;
/** Jobs from pages; about 60 MB. */
const keptJobs = new SharedKeep<ReadJob>(20_000);
/** How long an observed density of a list is considered valid. */
const densityMs = 15_000;
/** Both lists are read while one of this many last linked jobs was unassigned. */
const maxLinked = 20;

/** What the pages of earlier rounds showed about a connection's jobs. */
export class JobHistory {
  /** Jobs from pages. */
  readonly kept = keptJobs.ofConnection();
  readonly #densities = new Map<JobAssignment, { readonly pageMs: number; readonly at: number }>();
  /** Where the last linked jobs were found. */
  #linked: readonly JobAssignment[] = [];

  /** Whether linked jobs are expected in the list of assigned ones: none of the recent ones was in the other list. */
  get linkedAreAssigned(): boolean {
    return !this.#linked.includes('unassigned');
  }

  noteLinked(assignment: JobAssignment): void {
    this.#linked = [...this.#linked, assignment].slice(-maxLinked);
  }

  /** The current density of a list according to its last pages; null if they do not show it. */
  expected(assignment: JobAssignment, now: number): ExpectedDensity | null {
    const last = this.#densities.get(assignment);
    return last && now - last.at < densityMs ? { now, pageMs: last.pageMs } : null;
  }

  noteDensity({ assignment, pageMs }: Pick<NewestJobs, 'assignment' | 'pageMs'>, takenAt: string): void {
    if (pageMs > 0 && pageMs < Infinity) this.#densities.set(assignment, { pageMs, at: Date.parse(takenAt) });
  }
}
