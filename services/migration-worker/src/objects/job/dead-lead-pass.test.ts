import { jobSchema, type JobsQuery } from '@ridgeline/acculynx';
import { expect, test } from '@jest/globals';
import type { FollowUpPassContext } from '../../object-migration/write-rules.ts';
import { settling } from '../../vendors/testing/settling.ts';
import { WaitTracker } from '../../waiting/wait-tracker.ts';
import { deadLeadPass } from './dead-lead-pass.ts';

const open = new AbortController().signal;

const aJob = (id: string, currentMilestone = 'Dead') =>
  jobSchema.parse({ id, jobName: `R-${id}: Ngozi Okafor`, currentMilestone });

interface Setup {
  readonly pages: (index: number) => ReturnType<typeof aJob>[];
  readonly count?: number | null;
  readonly hasLinks?: boolean;
  readonly includeDead?: boolean;
  /** The contents of this run's batches, as `kind id`. */
  readonly planned?: readonly string[];
}

/** Runs the pass over jobs that are all linked to the deal `deal of <id>`; returns what it reports and what it requested. */
async function told({ pages, count = null, hasLinks = true, includeDead = false, planned = [] }: Setup) {
  const asked: JobsQuery[] = [];
  const context = {
    run: { runId: 1, epoch: 1 },
    signal: open,
    waits: new WaitTracker(),
    hasLinks,
    acculynx: {
      stopping: open,
      ...settling({
        jobsPage: (query: JobsQuery) => {
          asked.push(query);
          const items = pages(query.startIndex / 25);
          return Promise.resolve({ outcome: 'ok', value: { count, startIndex: query.startIndex, items } });
        },
      }),
    },
    ledger: {
      resolveIdentities: (_run: unknown, kind: string, records: readonly { sourceId: string }[]) =>
        Promise.resolve(
          records.map(({ sourceId }) => ({
            sourceId,
            hubspotId: `deal of ${sourceId}`,
            keyTakenBy: null,
            seenInBatch: planned.includes(`${kind} ${sourceId}`) ? 3 : null,
          })),
        ),
    },
    read: {
      byId: (ids: readonly string[]) =>
        Promise.resolve(
          new Map(ids.map((id) => [id, { id, properties: { acculynx_job_id: id.replace('deal of ', '') } }])),
        ),
    },
  } as unknown as FollowUpPassContext;
  const names: string[] = [];
  for await (const pack of deadLeadPass.plans(context, { includeDead }))
    names.push(...pack.map(({ sourceId }) => sourceId));
  return { names, asked };
}

test('When nothing was copied before, or dead leads are copied, then AccuLynx is not asked', async () => {
  const pages = () => [aJob('a')];
  expect(await told({ pages, hasLinks: false })).toEqual({ names: [], asked: [] });
  expect(await told({ pages, includeDead: true })).toEqual({ names: [], asked: [] });
});

test('When dead leads were copied, then those that changed last are read first, and named once', async () => {
  const pages = (index: number) => (index === 0 ? [aJob('a'), aJob('b', 'Lead')] : [aJob('a')]);
  const { names, asked } = await told({ pages });
  expect(names).toEqual(['a']);
  expect(asked[0]).toEqual({
    startIndex: 0,
    assignment: 'unassigned',
    milestones: ['dead'],
    latestFirst: true,
  });
  expect(asked.map(({ startIndex }) => startIndex)).toEqual([0, 25]);
});

test('When a batch of this run holds one, as a job or as a dead lead, then it is not planned again', async () => {
  const pages = () => [aJob('a'), aJob('b'), aJob('c')];
  const { names, asked } = await told({ pages, count: 3, planned: ['job a', 'dead_lead b'] });
  expect(names).toEqual(['c']);
  expect(asked).toHaveLength(1);
});

test('When there are thousands of them, then the first thousand are read', async () => {
  const { names, asked } = await told({
    pages: (page) => Array.from({ length: 25 }, (_, index) => aJob(`${String(page)}-${String(index)}`)),
  });
  expect([names.length, asked.length]).toEqual([1_000, 40]);
});
