import { jobType } from '@ridgeline/contracts';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { matchedByIds, type FoundByIds } from '../../../hubspot-io/match-by-ids.ts';
import type { PlanQuestion } from '../../../object-migration/object-migration.ts';
import type { PlannedRecord, RecordWarning } from '../../../plans/planned-record.ts';
import { dealMerged, dealShared, dealWasDeleted } from '../job-messages.ts';
import type { MappedJob } from '../mapping/map-job.ts';
import type { JobOptions } from '../prepare/job-options.ts';
import { chosenValues } from './chosen-values.ts';
import { dealChange } from './deal-change.ts';
import { newDealPlace, stageMove } from './stage-move.ts';

export type JobPlanOptions = Pick<JobOptions, 'stages' | 'options'>;

/** Plans one job by its ids (design.md, 4). Pure. */
export function planJob({
  record: job,
  identity,
  counterparts,
  options,
  isTaken,
}: PlanQuestion<MappedJob, FoundByIds, JobPlanOptions>): PlannedRecord {
  const { sourceId, displayName, contacts: references } = job;
  const chosen = chosenValues(job, options.options);
  const matched = matchedByIds(jobType, sourceId, counterparts);
  if (!matched && counterparts.linked)
    // People merged the deals on purpose: neither is the other job's overwritten, nor is this one doubled.
    return {
      sourceId,
      displayName,
      warnings: [],
      action: 'skip',
      reason: 'merged_in_hubspot',
      message: dealMerged(displayName),
    };

  const free = matched && !isTaken(matched.id) ? matched : null;
  const lost = lostDeal(displayName, { matched, free, wasLinked: identity.hubspotId !== null });
  const about = { sourceId, displayName, references, warnings: [...chosen.warnings, ...lost] };
  const values = { ...job.values, ...chosen.values };
  if (free) return dealChange(about, free, { ...values, ...stageMove(free, job.milestone, options) });
  const properties = { ...values, ...newDealPlace(job.milestone, options.stages) };
  return { ...about, action: 'create', properties };
}

/** What is told of a job that had a deal and gets a new one. */
function lostDeal(
  displayName: string,
  {
    matched,
    free,
    wasLinked,
  }: { matched: HubspotRecord | null; free: HubspotRecord | null; wasLinked: boolean },
): RecordWarning[] {
  if (free) return [];
  if (matched) return [dealShared(displayName)];
  return wasLinked ? [dealWasDeleted(displayName)] : [];
}
