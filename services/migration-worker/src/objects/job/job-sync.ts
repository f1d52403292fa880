import { UnreadableRecord } from '@ridgeline/acculynx';
import type { DueRecord } from '@ridgeline/contracts/internal';
import pMap from 'p-map';
import type { AbsentRecord, SyncRules } from '../../object-migration/sync-rules.ts';
import { detailedJob } from './detailed-job.ts';
import { sweepJobs } from './job-sweep.ts';
import { nameOfRead } from './mapping/job-name.ts';
import { mapJob } from './mapping/map-job.ts';
import { milestoneKey } from './prepare/deal-stages.ts';
import type { JobOptions } from './prepare/job-options.ts';
import { neededOptions } from './prepare/option-cache.ts';
import { JobFinder } from './reading/job-finder.ts';
import type { ReadJob } from './reading/job-history.ts';
import { jobState } from './reading/job-state.ts';
import { detailReader, type SourceJob } from './reading/source-job.ts';

/** How many jobs have their details read concurrently. */
const detailsAtOnce = 6;
/** AccuLynx' times are whole seconds. */
const secondMs = 1_000;

/** What the pages of a connection's earlier rounds contained. */
const finderOf = new WeakMap<WeakKey, JobFinder>();

/** Jobs are found on the newest pages of their lists, or else singly. They have a creation date. */
export const jobSync: SyncRules<SourceJob, JobOptions> = {
  stateOf: jobState,
  sweep: sweepJobs,

  lacking: ({ records }, kept) => finderOf.get(kept)?.lacking(records) ?? records.length,

  async read({ acculynx, round, options, kept, lists, noteKept, signal }) {
    const finder = finderOf.get(kept) ?? new JobFinder();
    finderOf.set(kept, finder);
    const jobs = await finder.find(acculynx, round, { lists, noteKept, signal });
    const absent: AbsentRecord[] = [];
    const copied = round.records.flatMap((due) => {
      const { sourceId } = due;
      const job = jobs.get(sourceId);
      if (job && isCopied(due, job.source, { since: round.since, includeDead: options.includeDead }))
        return job;
      absent.push(
        job
          ? { sourceId, absence: 'not_new', name: nameOfRead(job.source) }
          : { sourceId, absence: 'gone', name: null },
      );
      return [];
    });
    const detailsOf = detailReader(acculynx, options.details);
    const found = await pMap(
      copied,
      async ({ source, readAt }) => ({ source: await detailedJob(source, detailsOf), readAt }),
      { concurrency: detailsAtOnce, signal },
    );
    return { found, absent };
  },

  isKnown(found, options) {
    const jobs = found.flatMap(({ source }) => (source instanceof UnreadableRecord ? [] : [source]));
    const needed = neededOptions(jobs.map((job) => mapJob(job, options)));
    return [...needed].every(([property, labels]) =>
      labels.every((label) => options.options.find(property, label).value !== null),
    );
  },
};

/**
 * Whether a job is copied: it is linked, or new. A dead lead that is not to be copied is planned anyway if it is linked,
 * because its deal may still be open.
 */
function isCopied(
  { hubspotId, isNew }: DueRecord,
  job: ReadJob['source'],
  { since, includeDead }: { readonly since: string; readonly includeDead: boolean },
): boolean {
  if (hubspotId !== null) return true;
  if (job instanceof UnreadableRecord) return isNew;
  if (!includeDead && milestoneKey(job.currentMilestone ?? '') === 'dead') return false;
  return isNew || Date.parse(job.createdDate ?? '') + secondMs > Date.parse(since);
}
