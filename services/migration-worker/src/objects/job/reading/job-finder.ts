import type { AcculynxJob, UnreadableRecord } from '@ridgeline/acculynx';
import type { DueRecord, SyncRound } from '@ridgeline/contracts/internal';
import pMap from 'p-map';
import { askForRecord } from '../../../vendors/ask.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';
import { NewestJobs } from './newest-jobs.ts';

/*
 * How the jobs of a round are found, with few calls (vendors/acculynx.md, 3.5 and 8.5):
 *
 *   1. kept      what an earlier round's pages held, where it was read after the job's last event was received
 *   2. pages     both lists from the newest down, as long as the pages that are left cost no more calls than single jobs
 *   3. singly    the rest; an unassigned job answers 404
 *   4. downward  of those, the list of unassigned jobs until they are found, or everything older than their events was read;
 *                of linked ones to its end: what is said to be gone is not looked for again
 */

/** A job as it was read, and a moment of the orchestrator's database before that. */
export interface ReadJob {
  readonly source: AcculynxJob | UnreadableRecord;
  readonly readAt: string;
}

/** So many calls are on their way side by side: as many as AccuLynx admits while one is answered. */
const sideBySide = 6;
/** A job changes before its event is received; the two moments come from different clocks. */
const clockSlackMs = 2_000;
/** An event may be late by so much when its job is looked for among unassigned ones (3.5). */
const lateMs = 15 * 60_000;
/** So many jobs of pages are kept for the next rounds. */
const maxKept = 5_000;

/** Finds jobs by their ids, and keeps what else its pages held. */
export class JobFinder {
  readonly #kept = new Map<string, ReadJob>();

  /** The jobs of a round by id; what is missing is gone. */
  async find(
    acculynx: AcculynxAccess<'job' | 'jobsPage'>,
    { records, takenAt }: Pick<SyncRound, 'records' | 'takenAt'>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, ReadJob>> {
    const found = new Map<string, ReadJob>();
    const wanted = new Map(records.map((due) => [due.sourceId, due]));
    const take = (source: ReadJob['source'], readAt = takenAt): void => {
      if (wanted.delete(source.id)) found.set(source.id, { source, readAt });
    };
    const read = async (list: NewestJobs): Promise<void> => {
      for (const job of await list.next()) {
        this.#keep(job, takenAt);
        take(job);
      }
    };

    for (const { sourceId, knownAt } of records) {
      const kept = this.#kept.get(sourceId);
      if (kept && Date.parse(kept.readAt) - clockSlackMs > Date.parse(knownAt))
        take(kept.source, kept.readAt);
    }
    const unassigned = new NewestJobs(acculynx, 'unassigned', signal);
    await readWhilePaying([new NewestJobs(acculynx, 'assigned', signal), unassigned], wanted, read);
    const singles = await pMap(
      [...wanted.keys()],
      (id) => askForRecord(acculynx, id, (client, until) => client.job(id, until), signal),
      { concurrency: sideBySide, signal },
    );
    for (const job of singles) if (job) take(job);
    while (wanted.size > 0 && !unassigned.reaches(earliest(wanted))) await read(unassigned);
    return found;
  }

  #keep(job: AcculynxJob, readAt: string): void {
    this.#kept.delete(job.id);
    this.#kept.set(job.id, { source: job, readAt });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) return;
      this.#kept.delete(oldest);
    }
  }
}

type Wanted = ReadonlyMap<string, Pick<DueRecord, 'knownAt' | 'hubspotId'>>;

/** Down to which moment unassigned jobs are looked for. AccuLynx may repeat an event for longer than any bound. */
const earliest = (wanted: Wanted): number =>
  Math.min(
    ...[...wanted.values()].map(({ knownAt, hubspotId }) =>
      hubspotId === null ? Date.parse(knownAt) - lateMs : -Infinity,
    ),
  );

/** Reads pages as long as that takes no more calls than reading singly what they would bring. */
async function readWhilePaying(
  lists: readonly NewestJobs[],
  wanted: Wanted,
  read: (list: NewestJobs) => Promise<void>,
): Promise<void> {
  while (wanted.size > 0) {
    const until = cheapestReach(lists, wanted);
    const next = until === null ? undefined : lists.find((list) => !list.reaches(until));
    if (!next) return;
    await read(next);
  }
}

/**
 * Down to which moment both lists should be read: the jobs that changed before it are read singly. Null where all of them
 * should be.
 */
function cheapestReach(lists: readonly NewestJobs[], wanted: Wanted): number | null {
  const moments = [...wanted.values()].map(({ knownAt }) => Date.parse(knownAt) - clockSlackMs);
  const inOrder = moments.toSorted((a, b) => a - b);
  let best: { readonly reach: number | null; readonly calls: number } = {
    reach: null,
    calls: inOrder.length,
  };
  for (const [singles, reach] of inOrder.entries()) {
    const calls = lists.reduce((sum, list) => sum + list.pagesTo(reach), singles);
    if (calls < best.calls || (calls === best.calls && best.reach === null)) best = { reach, calls };
  }
  return best.reach;
}
