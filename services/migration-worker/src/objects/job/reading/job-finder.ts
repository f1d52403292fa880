import type { JobAssignment } from '@ridgeline/acculynx';
import type { DueRecord, SyncRound } from '@ridgeline/contracts/internal';
import pMap from 'p-map';
import { askForRecord } from '../../../vendors/ask.ts';
import type { ListOrder } from '../../../base/list-order.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';
import { JobHistory, maxListKept, type ReadJob } from './job-history.ts';
import { NewestJobs } from './newest-jobs.ts';
import { isBacklog, waitingPerRecord } from '../../../object-migration/sync-rules.ts';
import { clockSlackMs } from '../../../base/kept-records.ts';
import { cheapestStep, sideBySide } from './cheapest-step.ts';

/*
 * How the jobs of a round are found, with few calls and in few steps (docs/vendors/acculynx.md, 3.5 and 8):
 *
 *   1. kept      jobs from an earlier round's pages, if read after the job's last event was received; for one round
 *   2. planned   the cheapest mix of the newest pages of both lists and of single jobs, concurrently; planned again as long
 *                as more pages cost less than single jobs; in a backlog, a list that is mostly read is read to its end
 *   3. singly    the rest; an unassigned job answers 404
 *   4. downward  for those, the list of unassigned jobs, until they are found or the list is read back to before their events;
 *                to its end if that time is unknown, and for linked jobs: a job reported as gone is not looked for again
 */

/** How much later than its date AccuLynx may report a change. */
const lateMs = 15 * 60_000;

type Wanted = Pick<DueRecord, 'sourceId' | 'knownAt' | 'changedAt' | 'hubspotId'>;

/** Lower than for contacts, because more rounds wait for the list of contacts. */
const pagesSideBySide = 3;

/** Finds jobs by their ids, and keeps what its pages contained for later rounds. */
export class JobFinder {
  readonly #history = new JobHistory();

  /** How many of these are not kept in a version newer than their events. */
  lacking(records: readonly Wanted[]): number {
    return this.#history.kept.lacking(records);
  }

  /** The jobs of a round by id; missing ones are gone. */
  find(
    acculynx: AcculynxAccess<'job' | 'jobsPage'>,
    round: Pick<SyncRound, 'takenAt' | 'alsoWaiting'> & { readonly records: readonly Wanted[] },
    how: Pick<RoundParts, 'lists' | 'noteKept' | 'signal'>,
  ): Promise<ReadonlyMap<string, ReadJob>> {
    return new RoundOfJobs(acculynx, { ...round, ...how, history: this.#history }).find();
  }
}

interface RoundParts extends Pick<SyncRound, 'takenAt' | 'alsoWaiting'> {
  readonly records: readonly Wanted[];
  readonly history: JobHistory;
  /** The order in which lists are read for a backlog. */
  readonly lists: ListOrder;
  readonly noteKept: (sourceId: string) => void;
  readonly signal: AbortSignal;
}

class RoundOfJobs {
  readonly #acculynx: AcculynxAccess<'job' | 'jobsPage'>;
  readonly #parts: RoundParts;
  readonly #lists: Readonly<Record<JobAssignment, NewestJobs>>;
  readonly #found = new Map<string, ReadJob>();
  readonly #wanted: Map<string, Wanted>;
  /** A single call by id answered 404 for these. */
  readonly #unassigned = new Set<string>();

  constructor(acculynx: AcculynxAccess<'job' | 'jobsPage'>, parts: RoundParts) {
    this.#acculynx = acculynx;
    this.#parts = parts;
    this.#wanted = new Map(parts.records.map((due) => [due.sourceId, due]));
    const listOf = (assignment: JobAssignment): NewestJobs => {
      const expected = parts.history.expected(assignment, Date.parse(parts.takenAt));
      return new NewestJobs(acculynx, assignment, { signal: parts.signal, expected });
    };
    this.#lists = { assigned: listOf('assigned'), unassigned: listOf('unassigned') };
  }

  async find(): Promise<ReadonlyMap<string, ReadJob>> {
    this.#takeKept();
    await this.#readPlanned();
    if (isBacklog(this.#parts))
      await Promise.all(Object.values(this.#lists).map((list) => this.#readOn(list)));
    await this.#readSingly([...this.#open()]);
    await this.#readDownward();
    const { history, records, takenAt } = this.#parts;
    for (const list of Object.values(this.#lists)) history.noteDensity(list, takenAt);
    for (const { sourceId } of records) history.kept.forget(sourceId);
    return this.#found;
  }

  #takeKept(): void {
    for (const { sourceId, knownAt } of this.#parts.records) {
      const kept = this.#parts.history.kept.newerThan(knownAt, sourceId);
      if (kept) this.#take(kept);
    }
  }

  async #readPlanned(): Promise<void> {
    const { assigned, unassigned } = this.#lists;
    const weight = waitingPerRecord(this.#parts);
    while (this.#open().length > 0) {
      const missing = this.#open();
      const moments = new Map(missing.map(({ sourceId, knownAt }) => [sourceId, momentOf(knownAt)]));
      const isAssigned = ({ knownAt, hubspotId }: Wanted): boolean =>
        hubspotId !== null && this.#parts.history.linkedAreAssigned && !assigned.reaches(momentOf(knownAt));
      const lists = missing.every(isAssigned) ? [assigned] : [assigned, unassigned];
      const step = cheapestStep(lists, moments, weight);
      if (step.lists.length === 0) return;
      const certain = missing.filter(({ sourceId }) => step.singles.has(sourceId));
      await Promise.all([
        ...step.lists.map((list) => this.#read(list, halfOf(list.pagesTo(step.reach)))),
        this.#readSingly(certain),
      ]);
    }
  }

  /**
   * Jobs that wait for the next rounds are somewhere in the rest of the list; those rounds would have to start at the top
   * again.
   */
  async #readOn(list: NewestJobs): Promise<void> {
    while (list.isMostlyRead && (list.place.count ?? Infinity) <= maxListKept && !list.reaches(-Infinity))
      await this.#read(list, list.pagesTo(-Infinity));
  }

  /** Jobs that may be in either list. */
  #open(): readonly Wanted[] {
    return [...this.#wanted.values()].filter(({ sourceId }) => !this.#unassigned.has(sourceId));
  }

  async #readSingly(records: readonly Wanted[]): Promise<void> {
    const { signal } = this.#parts;
    await pMap(
      records,
      async ({ sourceId: id }) => {
        const readAt = this.#now();
        const source = await askForRecord(
          this.#acculynx,
          id,
          (client, until) => client.job(id, until),
          signal,
        );
        if (source) this.#takeFrom('assigned', { source, readAt });
        else this.#unassigned.add(id);
      },
      { concurrency: sideBySide, signal },
    );
  }

  async #readDownward(): Promise<void> {
    const { unassigned } = this.#lists;
    while (this.#wanted.size > 0) {
      const until = Math.min(...[...this.#wanted.values()].map(earliestOf));
      if (unassigned.reaches(until)) return;
      await this.#read(unassigned);
    }
  }

  /** Reads this many pages of a list, limited by the number of concurrent requests. */
  async #read(list: NewestJobs, pages = 1): Promise<void> {
    if (isBacklog(this.#parts)) await this.#parts.lists.others();
    const read = await list.nextPages(Math.min(pages, pagesSideBySide), () => this.#now());
    for (const { jobs, readAt } of read)
      for (const source of jobs) {
        this.#parts.history.kept.keep({ source, readAt });
        this.#parts.noteKept(source.id);
        this.#takeFrom(list.assignment, { source, readAt });
      }
  }

  /** A database time of the orchestrator before the next requests are sent. */
  #now(): string {
    return this.#acculynx.databaseTime?.() ?? this.#parts.takenAt;
  }

  #takeFrom(assignment: JobAssignment, job: ReadJob): void {
    const due = this.#wanted.get(job.source.id);
    if (due && due.hubspotId !== null) this.#parts.history.noteLinked(assignment);
    this.#take(job);
  }

  #take(job: ReadJob): void {
    if (this.#wanted.delete(job.source.id)) this.#found.set(job.source.id, job);
  }
}

/** An estimated number of pages may be too high: only half of them are requested concurrently. */
const halfOf = (pages: number): number => Math.max(1, Math.floor(pages / 2));

const momentOf = (knownAt: string): number => Date.parse(knownAt) - clockSlackMs;

/**
 * The time back to which an unassigned job is searched for. An event may be received days after its date, so only its own
 * date shows how far down the list the job can be.
 */
const earliestOf = ({ hubspotId, changedAt }: Wanted): number =>
  hubspotId === null && changedAt !== null ? Date.parse(changedAt) - lateMs : -Infinity;
