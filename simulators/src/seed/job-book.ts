import { toSecond } from './contacts.ts';
import { uuidFrom } from './ids.ts';
import { JobFiles } from './job-files.ts';
import type { Job } from './job.ts';
import { jobAt, jobsOf } from './jobs.ts';
import {
  momentsBetween,
  positionOf,
  type ChangeJournal,
  type Place,
  type SourceChange,
  type SourceList,
} from './source-list.ts';

/** Fields of a job that the API creates; the rest is AccuLynx's own: an unassigned lead. */
export type NewJob = Omit<
  Job,
  'id' | 'assigned' | 'currentMilestone' | 'createdDate' | 'modifiedDate' | 'milestoneDate' | 'leadDeadReason'
>;

/** Which jobs: by id, or so many of them from a place of the listing that they stand in. */
export type JobChoice = { readonly ids: readonly string[] } | { readonly at: Place; readonly count: number };

const byCreation = (a: Job, b: Job): number => (a.createdDate + a.id < b.createdDate + b.id ? -1 : 1);

/**
 * A company's jobs. Their listing is ordered by date, so its positions are those of the default listing: assigned jobs by
 * the moment of creation, dead ones left out. A job that is inserted gets a moment between its neighbours'.
 */
export class JobBook implements SourceList {
  readonly files: JobFiles;
  readonly #seed: number;
  readonly #contacts: number;
  readonly #journal: ChangeJournal;
  readonly #seeded: number;
  #jobs: Map<string, Job> | undefined;
  #listed: readonly Job[] | undefined;
  #created = 0;
  /** Grows with every change, so that views of the jobs can be kept until then. */
  version = 0;

  constructor(
    seed: number,
    size: { readonly contacts: number; readonly jobs: number },
    journal: ChangeJournal,
  ) {
    this.#seed = seed;
    this.#contacts = size.contacts;
    this.#seeded = size.jobs;
    this.#journal = journal;
    this.files = new JobFiles(seed);
  }

  /** All jobs by id, unassigned and dead ones too. */
  all(): ReadonlyMap<string, Job> {
    return this.#known();
  }

  get count(): number {
    return this.#listing().length;
  }

  /** How many jobs stand in one of the two listings. */
  countOf(assigned: boolean): number {
    return this.#listingOf(assigned).length;
  }

  ids(): string[] {
    return this.#listing().map(({ id }) => id);
  }

  insert(at: Place, count: number, now: number): SourceChange {
    const position = positionOf(at, this.count);
    const [before, behind] = [this.#listing()[position - 1], this.#listing()[position]];
    const jobs = momentsBetween(before?.createdDate, behind?.createdDate, count).map((moment): Job => {
      const job = jobAt(this.#seed, this.#nextIndex(), this.#contacts);
      const dates = {
        createdDate: toSecond(moment),
        milestoneDate: toSecond(moment),
        modifiedDate: toSecond(now),
      };
      return { ...job, ...dates, assigned: true, currentMilestone: 'Lead', leadDeadReason: '' };
    });
    for (const job of jobs) this.#known().set(job.id, job);
    return this.#changed(
      'inserted',
      jobs.map(({ id }) => id),
    );
  }

  /** Adds a job as the API creates one: an unassigned lead of this moment. */
  add(fields: NewJob, now: number): Job {
    const at = toSecond(now);
    const job: Job = {
      ...fields,
      id: uuidFrom(this.#seed, this.#nextIndex(), 400),
      assigned: false,
      currentMilestone: 'Lead',
      createdDate: at,
      modifiedDate: at,
      milestoneDate: at,
      leadDeadReason: '',
    };
    this.#known().set(job.id, job);
    this.#changed('inserted', [job.id]);
    return job;
  }

  deleteAt(at: Place, count: number): SourceChange {
    const from = positionOf(at, this.count, count);
    return this.delete(this.ids().slice(from, from + count));
  }

  delete(ids: readonly string[]): SourceChange {
    return this.#changed(
      'deleted',
      ids.filter((id) => this.#known().delete(id.toLowerCase())),
    );
  }

  /** Replaces fields of a job and the moment of its modification; null when there is none of that id. */
  change(id: string, change: Partial<Job>, now: number): Job | null {
    const job = this.#known().get(id.toLowerCase());
    if (job === undefined) return null;
    const changed = { ...job, modifiedDate: toSecond(now), ...change, id: job.id };
    this.#known().set(job.id, changed);
    this.#forgetViews();
    return changed;
  }

  /** Makes unassigned jobs assigned or assigned ones unassigned; a place is one of the listing that they leave. */
  assign(assigned: boolean, which: JobChoice, now: number): SourceChange {
    const others = this.#listingOf(!assigned).map(({ id }) => id);
    const ids =
      'ids' in which
        ? others.filter((id) => which.ids.includes(id))
        : ((from) => others.slice(from, from + which.count))(
            positionOf(which.at, others.length, which.count),
          );
    for (const id of ids) this.change(id, { assigned }, now);
    return this.#changed(assigned ? 'assigned' : 'unassigned', ids);
  }

  #known(): Map<string, Job> {
    this.#jobs ??= new Map(jobsOf(this.#seed, this.#seeded, this.#contacts).map((job) => [job.id, job]));
    return this.#jobs;
  }

  #listing(): readonly Job[] {
    this.#listed ??= this.#listingOf(true);
    return this.#listed;
  }

  #listingOf(assigned: boolean): Job[] {
    return [...this.#known().values()]
      .filter((job) => job.assigned === assigned && job.currentMilestone !== 'Dead')
      .sort(byCreation);
  }

  #nextIndex(): number {
    this.#created += 1;
    return this.#seeded + this.#created - 1;
  }

  #changed(action: SourceChange['action'], ids: readonly string[]): SourceChange {
    this.#forgetViews();
    return this.#journal.record('jobs', action, ids);
  }

  #forgetViews(): void {
    this.#listed = undefined;
    this.version += 1;
  }
}
