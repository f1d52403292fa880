import type { JobAssignment } from '@ridgeline/acculynx';
import type { DueRecord, SyncRound } from '@ridgeline/contracts/internal';
import pMap from 'p-map';
import { askForRecord } from '../../../vendors/ask.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';
import { JobHistory, type ReadJob } from './job-history.ts';
import { NewestJobs } from './newest-jobs.ts';
import { waitingPerRecord } from '../../../object-migration/sync-rules.ts';
import { cheapestStep, clockSlackMs, sideBySide } from './cheapest-step.ts';

/*
 * How the jobs of a round are found, with few calls and in few steps (docs/vendors/acculynx.md, 3.5 and 8):
 *
 *   1. kept      what an earlier round's pages held, where it was read after the job's last event was received; for one round
 *   2. planned   the cheapest mix of the newest pages of both lists and of single jobs: a page of each list at a time, side by
 *                side with single jobs; planned again as long as more pages cost less than single jobs
 *   3. singly    the rest; an unassigned job answers 404
 *   4. downward  of those, the list of unassigned jobs until they are found, or everything older than their events was read;
 *                to its end where that is not known, and for linked ones: what is said to be gone is not looked for again
 */

/** AccuLynx may report a change by so much later than it dates it. */
const lateMs = 15 * 60_000;

type Wanted = Pick<DueRecord, 'sourceId' | 'knownAt' | 'changedAt' | 'hubspotId'>;

/** Finds jobs by their ids, and keeps for later rounds what its pages said. */
export class JobFinder {
  readonly #history = new JobHistory();

  /** The jobs of a round by id; what is missing is gone. */
  find(
    acculynx: AcculynxAccess<'job' | 'jobsPage'>,
    round: Pick<SyncRound, 'takenAt' | 'alsoWaiting'> & { readonly records: readonly Wanted[] },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, ReadJob>> {
    return new RoundOfJobs(acculynx, { ...round, history: this.#history, signal }).find();
  }
}

interface RoundParts extends Pick<SyncRound, 'takenAt' | 'alsoWaiting'> {
  readonly records: readonly Wanted[];
  readonly history: JobHistory;
  readonly signal: AbortSignal;
}

class RoundOfJobs {
  readonly #acculynx: AcculynxAccess<'job' | 'jobsPage'>;
  readonly #parts: RoundParts;
  readonly #lists: Readonly<Record<JobAssignment, NewestJobs>>;
  readonly #found = new Map<string, ReadJob>();
  readonly #wanted: Map<string, Wanted>;
  /** They answered 404 by their ids. */
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
    await this.#readSingly([...this.#open()]);
    await this.#readDownward();
    const { history, records, takenAt } = this.#parts;
    for (const list of Object.values(this.#lists)) history.noteDensity(list, takenAt);
    for (const { sourceId } of records) history.forget(sourceId);
    return this.#found;
  }

  #takeKept(): void {
    for (const { sourceId, knownAt } of this.#parts.records) {
      const kept = this.#parts.history.kept(sourceId);
      if (kept && Date.parse(kept.readAt) - clockSlackMs > Date.parse(knownAt)) this.#take(kept);
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
      await Promise.all([...step.lists.map((list) => this.#read(list)), this.#readSingly(certain)]);
    }
  }

  /** What may be in either list. */
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

  async #read(list: NewestJobs): Promise<void> {
    const { history } = this.#parts;
    // AccuLynx may be unavailable for long: the jobs are as new as the attempt that got them.
    let readAt = this.#now();
    const jobs = await list.next(() => (readAt = this.#now()));
    for (const source of jobs) {
      history.keep({ source, readAt });
      this.#takeFrom(list.assignment, { source, readAt });
    }
  }

  /** A moment of the orchestrator's database before what is asked for now is read. */
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

const momentOf = (knownAt: string): number => Date.parse(knownAt) - clockSlackMs;

/**
 * Down to which moment an unassigned job is looked for. An event may be received days after AccuLynx dates it: only its own
 * time says how far down its job can be.
 */
const earliestOf = ({ hubspotId, changedAt }: Wanted): number =>
  hubspotId === null && changedAt !== null ? Date.parse(changedAt) - lateMs : -Infinity;
