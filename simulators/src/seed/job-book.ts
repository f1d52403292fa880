import { toSecond } from './contacts.ts';
import { uuidFrom } from './ids.ts';
import { JobFiles } from './job-files.ts';
import type { Job } from './job.ts';
import { JobStore } from './job-store.ts';
import { jobAt, jobsOf } from './jobs.ts';
import type { RecordWorld } from './record-changes.ts';
import {
  momentsBetween,
  positionOf,
  type ChangeJournal,
  type Place,
  type SourceChange,
  type SourceList,
} from './source-list.ts';

/** Fields of a job that the API creates; AccuLynx itself sets the rest: an unassigned lead. */
export type NewJob = Omit<
  Job,
  'id' | 'assigned' | 'currentMilestone' | 'createdDate' | 'modifiedDate' | 'milestoneDate' | 'leadDeadReason'
>;

/** Which jobs: by id, or this many of them from a position of their listing. */
export type JobChoice = { readonly ids: readonly string[] } | { readonly at: Place; readonly count: number };

/**
 * A company's jobs. Their listing is ordered by date, so its positions are those of the default listing: assigned jobs by
 * the moment of creation, dead ones left out. An inserted job gets a moment between its neighbors'.
 */
export class JobBook implements SourceList {
  readonly files: JobFiles;
  readonly #store: JobStore;
  readonly #journal: ChangeJournal;
  readonly #world: RecordWorld;
  readonly #seed: number;
  readonly #contacts: number;
  #nextIndex: number;

  constructor(
    seed: number,
    size: { readonly contacts: number; readonly jobs: number },
    journal: ChangeJournal,
    world: RecordWorld,
  ) {
    this.#seed = seed;
    this.#contacts = size.contacts;
    this.#nextIndex = size.jobs;
    this.#journal = journal;
    this.#world = world;
    this.#store = new JobStore(() => jobsOf(seed, size.jobs, size.contacts), world);
    this.files = new JobFiles(seed, world);
  }

  /** Grows with every change, so that views of the jobs can be cached until then. */
  get version(): number {
    return this.#store.version;
  }

  /** All jobs by id, unassigned and dead ones too. */
  all(): ReadonlyMap<string, Job> {
    return this.#store.all;
  }

  get count(): number {
    return this.countOf(true);
  }

  /** How many jobs one of the two listings has. */
  countOf(assigned: boolean): number {
    return this.#store.listing(assigned).length;
  }

  ids(): string[] {
    return this.#store.listing(true).map(({ id }) => id);
  }

  insert(at: Place, count: number, now: number): SourceChange {
    const listed = this.#store.listing(true);
    const position = positionOf(at, listed.length);
    const [before, behind] = [listed[position - 1], listed[position]];
    const moments = momentsBetween(before?.createdDate, behind?.createdDate, count);
    const jobs = moments.map((moment) => this.#draw(moment, now));
    for (const job of jobs) this.#put(null, job);
    return this.#journal.record(
      'jobs',
      'inserted',
      jobs.map(({ id }) => id),
    );
  }

  /** Adds a job as the API does: an unassigned lead created now. */
  add(fields: NewJob, now: number): Job {
    const at = toSecond(now);
    const job: Job = {
      ...fields,
      id: uuidFrom(this.#seed, this.#takeIndex(), 400),
      assigned: false,
      currentMilestone: 'Lead',
      createdDate: at,
      modifiedDate: at,
      milestoneDate: at,
      leadDeadReason: '',
    };
    this.#put(null, job);
    this.#journal.record('jobs', 'inserted', [job.id]);
    return job;
  }

  /** Adds an assigned lead created now, generated from the seed except for the given fields. */
  addDrawn(fields: (drawn: Job) => Partial<Job>, now: number): Job {
    const drawn = this.#draw(now, now);
    const job = { ...drawn, ...fields(drawn), id: drawn.id };
    this.#put(null, job);
    this.#journal.record('jobs', 'inserted', [job.id]);
    return job;
  }

  deleteAt(at: Place, count: number): SourceChange {
    const from = positionOf(at, this.count, count);
    return this.delete(this.ids().slice(from, from + count));
  }

  delete(ids: readonly string[]): SourceChange {
    const gone = ids.filter((id) => this.#store.drop(id));
    return this.#journal.record('jobs', 'deleted', gone);
  }

  /** Replaces fields of a job and its date of modification; null when there is none with that id. */
  change(id: string, change: Partial<Job> | ((job: Job) => Partial<Job>), now: number): Job | null {
    const job = this.#store.newest(id);
    if (job === undefined) return null;
    const fields = typeof change === 'function' ? change(job) : change;
    const changed = { ...job, modifiedDate: toSecond(now), ...fields, id: job.id };
    this.#put(job, changed);
    return changed;
  }

  /** Makes unassigned jobs assigned, or assigned ones unassigned; a place refers to the listing that they leave. */
  assign(assigned: boolean, which: JobChoice, now: number): SourceChange {
    const others = this.#store.listing(!assigned).map(({ id }) => id);
    const ids = chosenFrom(others, which);
    for (const id of ids) this.change(id, { assigned }, now);
    return this.#journal.record('jobs', assigned ? 'assigned' : 'unassigned', ids);
  }

  /** A new assigned lead, generated from the seed. */
  #draw(created: number, now: number): Job {
    const job = jobAt(this.#seed, this.#takeIndex(), this.#contacts);
    const dates = {
      createdDate: toSecond(created),
      milestoneDate: toSecond(created),
      modifiedDate: toSecond(now),
    };
    return { ...job, ...dates, assigned: true, currentMilestone: 'Lead', leadDeadReason: '' };
  }

  #put(before: Job | null, after: Job): void {
    this.#store.put(after);
    this.#world.onChange({ kind: 'job', before, after });
  }

  #takeIndex(): number {
    this.#nextIndex += 1;
    return this.#nextIndex - 1;
  }
}

function chosenFrom(ids: readonly string[], which: JobChoice): string[] {
  if ('ids' in which) return ids.filter((id) => which.ids.includes(id));
  const from = positionOf(which.at, ids.length, which.count);
  return ids.slice(from, from + which.count);
}
