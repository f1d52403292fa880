import type { Job } from './job.ts';

const byCreation = (a: Job, b: Job): number => (a.createdDate + a.id < b.createdDate + b.id ? -1 : 1);

/** A company's jobs by id and in their two listings, made when first asked for. */
export class JobShelf {
  readonly #make: () => readonly Job[];
  #jobs: Map<string, Job> | undefined;
  #listings = new Map<boolean, readonly Job[]>();
  /** Grows with every change, so that views of the jobs can be kept until then. */
  version = 0;

  constructor(make: () => readonly Job[]) {
    this.#make = make;
  }

  /** All jobs, unassigned and dead ones too. */
  get all(): ReadonlyMap<string, Job> {
    return this.#known;
  }

  get(id: string): Job | undefined {
    return this.#known.get(id.toLowerCase());
  }

  put(job: Job): void {
    this.#known.set(job.id, job);
    this.#changed();
  }

  /** Takes a job away; false when there is none of that id. */
  drop(id: string): boolean {
    this.#changed();
    return this.#known.delete(id.toLowerCase());
  }

  /** The assigned jobs or the unassigned ones by the moment of creation, dead ones left out. */
  listing(assigned: boolean): readonly Job[] {
    const kept = this.#listings.get(assigned);
    if (kept !== undefined) return kept;
    const listed = [...this.#known.values()]
      .filter((job) => job.assigned === assigned && job.currentMilestone !== 'Dead')
      .sort(byCreation);
    this.#listings.set(assigned, listed);
    return listed;
  }

  get #known(): Map<string, Job> {
    this.#jobs ??= new Map(this.#make().map((job) => [job.id, job]));
    return this.#jobs;
  }

  #changed(): void {
    this.#listings = new Map();
    this.version += 1;
  }
}
