import type { AcculynxJob, JobAssignment, UnreadableRecord } from '@ridgeline/acculynx';
import { SharedKeep } from '../../../base/kept-records.ts';
import type { ExpectedDensity, NewestJobs } from './newest-jobs.ts';

/** A job as it was read, and a moment of the orchestrator's database before that. */
export interface ReadJob {
  readonly source: AcculynxJob | UnreadableRecord;
  readonly readAt: string;
}

/** A list of more jobs is not read for later rounds: it would push out what other connections keep. */
export const maxListKept = 5_000;
/** What pages held; about 60 MB. */
const keptJobs = new SharedKeep<ReadJob>(20_000);
/** For so long the density of a list is expected to last. */
const densityMs = 15_000;
/** While one of so many last linked jobs was unassigned, both lists are read. */
const maxLinked = 20;

/** What the pages of earlier rounds said about the jobs of a connection. */
export class JobHistory {
  /** What pages held. */
  readonly kept = keptJobs.ofConnection();
  readonly #densities = new Map<JobAssignment, { readonly pageMs: number; readonly at: number }>();
  /** Where the last linked jobs were found. */
  #linked: readonly JobAssignment[] = [];

  /** Whether linked jobs are expected in the list of assigned ones: none of the last ones was in the other. */
  get linkedAreAssigned(): boolean {
    return !this.#linked.includes('unassigned');
  }

  noteLinked(assignment: JobAssignment): void {
    this.#linked = [...this.#linked, assignment].slice(-maxLinked);
  }

  /** What the last pages of a list say about its density now; null when they say nothing. */
  expected(assignment: JobAssignment, now: number): ExpectedDensity | null {
    const last = this.#densities.get(assignment);
    return last && now - last.at < densityMs ? { now, pageMs: last.pageMs } : null;
  }

  noteDensity({ assignment, pageMs }: Pick<NewestJobs, 'assignment' | 'pageMs'>, takenAt: string): void {
    if (pageMs > 0 && pageMs < Infinity) this.#densities.set(assignment, { pageMs, at: Date.parse(takenAt) });
  }
}
