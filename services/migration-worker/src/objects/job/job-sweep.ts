import { jobsPageSize, UnreadableRecord, type AcculynxJob, type JobAssignment } from '@ridgeline/acculynx';
import type { ConnectionSecrets, SweptRecord } from '@ridgeline/contracts/internal';
import { z } from 'zod';
import {
  sweptAtOnce,
  sweptSource,
  type SweepQuestion,
  type SweptPage,
} from '../../object-migration/sweep-rules.ts';
import type { DatabaseTime } from '../../vendors/record-source.ts';
import { nameOfRead } from './mapping/job-name.ts';
import { milestoneKey } from './prepare/deal-stages.ts';
import { jobSource } from './reading/job-source.ts';
import { jobState } from './reading/job-state.ts';
import { listPlaceSchema, NewestJobs } from './reading/newest-jobs.ts';

/** A job that becomes assigned while the lists are read is met twice rather than missed. */
const assignments: readonly JobAssignment[] = ['unassigned', 'assigned'];

const cursorSchema = listPlaceSchema.extend({ assignment: z.enum(assignments), isOver: z.boolean() });

/** How often at most a list that keeps losing jobs, or whose count keeps changing, is read back. */
const maxReturns = 10;

/** Jobs of both lists: all, or from the most recently changed back to a given time. */
export function sweepJobs(question: SweepQuestion): AsyncIterable<SweptPage> {
  const { acculynx, order, deals } = question;
  const swept = (job: AcculynxJob | UnreadableRecord): SweptRecord | null => sweptJob(job, deals);
  if (order.pass === 'recent') return changedJobs(question, swept);
  const source = jobSource(acculynx, {
    details: [],
    includeDead: true,
    note: () => undefined,
    ahead: sweptAtOnce,
  });
  return sweptSource(source, order.cursor, swept);
}

async function* changedJobs(
  { acculynx, order, signal }: SweepQuestion,
  swept: (job: AcculynxJob) => SweptRecord | null,
): AsyncGenerator<SweptPage> {
  const after = Date.parse(order.after);
  const from = cursorSchema.safeParse(order.cursor).data;
  const begun = from ? assignments.indexOf(from.assignment) + (from.isOver ? 1 : 0) : 0;
  for (const assignment of assignments.slice(begun)) {
    const place = assignment === from?.assignment ? from : undefined;
    const list = new NewestJobs(acculynx, assignment, { signal, expected: null, from: place });
    for await (const { jobs, isOver, readAt } of changedInList(list, after, acculynx.databaseTime))
      yield {
        records: jobs.flatMap((job) => swept(job) ?? []),
        cursor: { assignment, ...list.place, isOver },
        readAt,
      };
  }
}

/**
 * The jobs of a list back to a given time, page by page. When a job leaves the list (because it is deleted or assigned),
 * those after it move up, so that one of them moves to a page that was already read: that page is read again.
 */
async function* changedInList(list: NewestJobs, after: number, databaseTime?: DatabaseTime) {
  let [returns, again] = [0, 0];
  for (let isOver = false; !isOver;) {
    const readAt = databaseTime?.();
    const before = list.place.count;
    const jobs = await list.next();
    const left = (before ?? 0) - (list.place.count ?? Infinity);
    if (left > 0 && returns < maxReturns) {
      again = 1 + Math.ceil(left / jobsPageSize);
      list.goBack(again);
      returns += 1;
    } else again -= 1;
    isOver = again <= 0 && list.reaches(after);
    yield { jobs, isOver, readAt };
  }
}

/** A dead lead that the connection does not copy is never copied as a new one: it is only compared if its state is known. */
function sweptJob(
  job: AcculynxJob | UnreadableRecord,
  { includeDeadJobs }: ConnectionSecrets['deals'],
): SweptRecord | null {
  const state = jobState(job);
  if (!state || job instanceof UnreadableRecord) return null;
  const isLeftOut = !includeDeadJobs && milestoneKey(job.currentMilestone ?? '') === 'dead';
  const { createdAt } = state;
  return { ...state, createdAt: isLeftOut ? null : createdAt, sourceId: job.id, name: nameOfRead(job) };
}
