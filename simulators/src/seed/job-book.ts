import { toSecond } from './contacts.ts';
import { jobAt, jobsOf, type Job } from './jobs.ts';
import {
  positionOf,
  type ChangeJournal,
  type Place,
  type SourceChange,
  type SourceList,
} from './source-list.ts';

const DAY = 86_400_000;

const byCreation = (a: Job, b: Job): number => (a.createdDate + a.id < b.createdDate + b.id ? -1 : 1);

/**
 * A company's jobs. Their listing is ordered by date, so its positions are those of the default listing: assigned jobs by
 * the moment of creation, dead ones left out. A job that is inserted gets a moment between its neighbours'.
 */
export class JobBook implements SourceList {
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
  }

  /** All jobs by id, unassigned and dead ones too. */
  all(): ReadonlyMap<string, Job> {
    return this.#known();
  }

  get count(): number {
    return this.#listing().length;
  }

  ids(): string[] {
    return this.#listing().map(({ id }) => id);
  }

  insert(at: Place, count: number, now: number): SourceChange {
    const moments = this.#moments(positionOf(at, this.count), count);
    const jobs = moments.map((moment): Job => {
      const job = jobAt(this.#seed, this.#seeded + this.#created, this.#contacts);
      this.#created += 1;
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

  #known(): Map<string, Job> {
    this.#jobs ??= new Map(jobsOf(this.#seed, this.#seeded, this.#contacts).map((job) => [job.id, job]));
    return this.#jobs;
  }

  #listing(): readonly Job[] {
    this.#listed ??= [...this.#known().values()]
      .filter(({ assigned, currentMilestone }) => assigned && currentMilestone !== 'Dead')
      .sort(byCreation);
    return this.#listed;
  }

  /** So many moments, evenly spread between the two jobs on either side of a position. */
  #moments(position: number, count: number): number[] {
    const at = (index: number): number | null => {
      const job = this.#listing()[index];
      return job === undefined ? null : Date.parse(job.createdDate);
    };
    const [before, behind] = [at(position - 1), at(position)];
    const from = before ?? (behind ?? DAY) - DAY;
    const until = behind ?? from + DAY;
    return Array.from({ length: count }, (_, place) => from + ((until - from) * (place + 1)) / (count + 1));
  }

  #changed(action: SourceChange['action'], ids: readonly string[]): SourceChange {
    this.#listed = undefined;
    this.version += 1;
    return this.#journal.record('jobs', action, ids);
  }
}
