import type { Job } from './job.ts';
import { TrailingWrites, type RecordWorld } from './record-changes.ts';

const byCreation = (a: Job, b: Job): number => (a.createdDate + a.id < b.createdDate + b.id ? -1 : 1);

/** A company's jobs by id and in their two listings, created on first request. */
export class JobStore {
  readonly #make: () => readonly Job[];
  #jobs: Map<string, Job> | undefined;
  #listings = new Map<boolean, readonly Job[]>();
  #version = 0;
  readonly #trailing: TrailingWrites<Job>;

  constructor(make: () => readonly Job[], world: RecordWorld) {
    this.#make = make;
    this.#trailing = new TrailingWrites(world);
  }

  /** Grows with every change that reads show, so that views of the jobs can be cached until then. */
  get version(): number {
    this.#showReadable();
    return this.#version;
  }

  /** All jobs, unassigned and dead ones too. */
  get all(): ReadonlyMap<string, Job> {
    this.#showReadable();
    return this.#known;
  }

  /** A job as last written, whether or not reads show that yet. */
  newest(id: string): Job | undefined {
    const key = id.toLowerCase();
    return this.#trailing.newest(key) ?? this.all.get(key);
  }

  put(job: Job): void {
    if (!this.#trailing.withhold(job)) this.#show(job);
  }

  /** Removes a job; false when there is none with that id. */
  drop(id: string): boolean {
    this.#changed();
    this.#trailing.drop(id.toLowerCase());
    return this.#known.delete(id.toLowerCase());
  }

  /** The assigned jobs or the unassigned ones by the moment of creation, dead ones left out. */
  listing(assigned: boolean): readonly Job[] {
    this.#showReadable();
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

  #showReadable(): void {
    for (const job of this.#trailing.takeReadable()) this.#show(job);
  }

  #show(job: Job): void {
    this.#known.set(job.id, job);
    this.#changed();
  }

  #changed(): void {
    this.#listings = new Map();
    this.#version += 1;
  }
}
