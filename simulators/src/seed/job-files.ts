import { jobFileOf, type JobFile } from './job-file.ts';
import type { Job } from './job.ts';

/** The files of a company's jobs: computed when asked for, under the changes made since. */
export class JobFiles {
  readonly #seed: number;
  readonly #changes = new Map<string, Partial<JobFile>>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  of(job: Job): JobFile {
    return { ...jobFileOf(this.#seed, job), ...this.#changes.get(job.id) };
  }

  change(job: Job, change: Partial<JobFile>): void {
    this.#changes.set(job.id, { ...this.#changes.get(job.id), ...change });
  }
}
