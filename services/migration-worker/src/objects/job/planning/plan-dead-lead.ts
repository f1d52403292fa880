import { jobType } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { matchedByIds } from '../../../hubspot-io/match-by-ids.ts';
import type { PlanQuestion } from '../../../object-migration/object-migration.ts';
import { leadDied } from '../job-messages.ts';
import type { MappedJob } from '../mapping/map-job.ts';
import { milestoneKey } from '../prepare/deal-stages.ts';
import type { JobOptions } from '../prepare/job-options.ts';
import type { FoundDeal } from './find-deals.ts';

/**
 * Plans a dead lead that is not to be copied, which auto-sync returns if it is linked: its deal is left as it is, and
 * reported while it is open. Null for every other job. Pure.
 */
export function planDeadLead({
  record: { sourceId, displayName: name, milestone },
  identity: { hubspotId },
  counterparts,
  options: { includeDead },
}: PlanQuestion<MappedJob, FoundDeal, Pick<JobOptions, 'includeDead'>>): PlannedRecord | null {
  if (includeDead || hubspotId === null || milestoneKey(milestone ?? '') !== 'dead') return null;
  const about = { sourceId, name, warnings: [] };
  const deal = matchedByIds(jobType, sourceId, counterparts);
  const isOpen = deal !== null && deal.properties['hs_is_closed'] !== 'true';
  return isOpen
    ? { ...about, action: 'skip', reason: 'lead_died', message: leadDied, standIn: deal.id }
    : { ...about, action: 'unchanged', hubspotId };
}
