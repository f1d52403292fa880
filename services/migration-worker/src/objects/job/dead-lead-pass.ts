import { jobsPageSize, UnreadableRecord, type AcculynxJob } from '@ridgeline/acculynx';
import { deadLeadKind, jobType } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { sourceIdIn } from '../../hubspot-io/read-records.ts';
import type { FollowUpPass, FollowUpPassContext } from '../../object-migration/write-rules.ts';
import { askAcculynx } from '../../vendors/ask.ts';
import { leadDied } from './job-messages.ts';
import { displayName } from './mapping/job-name.ts';
import { dealTarget } from './prepare/deal-target.ts';
import { milestoneKey } from './prepare/deal-stages.ts';
import type { JobOptions } from './prepare/job-options.ts';

/** The maximum number of pages of dead leads that are read, most recently changed first. */
const maxPages = 40;

/**
 * Reports leads that earlier migrations copied and that are dead now: AccuLynx' lists of jobs leave them out, so nothing else
 * would show that their deals are still open. They are a kind of their own, because AccuLynx does not count them among the
 * jobs that a migration reads. Nothing is written.
 */
export const deadLeadPass: FollowUpPass<Pick<JobOptions, 'includeDead'>> = {
  rules: { type: deadLeadKind, openTarget: dealTarget },
  plans: (context, { includeDead }) => plannedPages(context, context.hasLinks && !includeDead ? maxPages : 0),
};

async function* plannedPages(
  context: FollowUpPassContext,
  pages: number,
): AsyncGenerator<readonly PlannedRecord[]> {
  const seen = new Set<string>();
  for (let page = 0; page < pages; page += 1) {
    const startIndex = page * jobsPageSize;
    const { count, items } = await deadLeads(context, startIndex);
    const fresh = items.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    const planned = await withOpenDeals(context, fresh);
    if (planned.length > 0) yield planned;
    const isLast = count !== null && startIndex + jobsPageSize >= count;
    if (isLast || fresh.length === 0) return;
  }
}

/** AccuLynx lists dead leads only among its unassigned jobs (docs/vendors/acculynx.md, 3.5). */
const deadLeads = ({ acculynx }: FollowUpPassContext, startIndex: number) =>
  askAcculynx(acculynx, deadLeadKind.noun.many, (client, until) =>
    client.jobsPage({ startIndex, assignment: 'unassigned', milestones: ['dead'], latestFirst: true }, until),
  );

const isDead = (job: AcculynxJob | UnreadableRecord): job is AcculynxJob =>
  !(job instanceof UnreadableRecord) && milestoneKey(job.currentMilestone ?? '') === 'dead';

/**
 * The dead leads that an earlier migration copied and whose deal is open, without those already planned by this migration.
 */
async function withOpenDeals(
  { run, ledger, read, signal }: FollowUpPassContext,
  jobs: readonly (AcculynxJob | UnreadableRecord)[],
): Promise<readonly PlannedRecord[]> {
  const dead = jobs.filter(isDead);
  if (dead.length === 0) return [];
  const questions = dead.map(({ id }) => ({ sourceId: id, key: null }));
  const [asJobs, asLeads] = await Promise.all([
    ledger.resolveIdentities(run, jobType.name, questions, signal),
    ledger.resolveIdentities(run, deadLeadKind.name, questions, signal),
  ]);
  const planned = new Set(
    [...asJobs, ...asLeads].flatMap(({ sourceId, seenInBatch }) => (seenInBatch === null ? [] : sourceId)),
  );
  const linked = new Map(
    asJobs.flatMap(({ sourceId, hubspotId }) =>
      hubspotId === null || planned.has(sourceId) ? [] : [[sourceId, hubspotId] as const],
    ),
  );
  const deals = await read.byId([...linked.values()]);
  return dead.flatMap((job): PlannedRecord[] => {
    const deal = deals.get(linked.get(job.id) ?? '');
    const isOpen = deal && sourceIdIn(deal, jobType) === job.id && deal.properties['hs_is_closed'] !== 'true';
    return isOpen ? [toldOf(job, deal.id)] : [];
  });
}

const toldOf = (job: AcculynxJob, deal: string): PlannedRecord => ({
  sourceId: job.id,
  name: displayName(job),
  warnings: [],
  action: 'skip',
  reason: 'lead_died',
  message: leadDied,
  standIn: deal,
});
