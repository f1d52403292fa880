import { jobFileOf, type JobFile } from './job-file.ts';
import type { Job } from './job.ts';
import type { RecordWorld } from './record-changes.ts';

/** The files of a company's jobs: computed on request, overlaid by later changes. */
export class JobFiles {
  readonly #seed: number;
  readonly #world: RecordWorld;
  readonly #changes = new Map<string, Partial<JobFile>>();

  constructor(seed: number, world: RecordWorld) {
    this.#seed = seed;
    this.#world = world;
  }

  of(job: Job): JobFile {
    return { ...jobFileOf(this.#seed, job), ...this.#changes.get(job.id) };
  }

  change(job: Job, change: Partial<JobFile>): void {
    const before = this.of(job);
    this.#changes.set(job.id, { ...this.#changes.get(job.id), ...change });
    this.#world.onChange({ kind: 'job file', job, before, after: this.of(job) });
  }
}
