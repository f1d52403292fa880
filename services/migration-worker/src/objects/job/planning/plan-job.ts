import { jobType, type SkipCode } from '@ridgeline/contracts';
import type { PlannedRecord, RecordIdentity, RecordWarning } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { matchedByIds } from '../../../hubspot-io/match-by-ids.ts';
import { sourceIdIn } from '../../../hubspot-io/read-records.ts';
import type { PlanQuestion } from '../../../object-migration/object-migration.ts';
import { dealIdChanged, dealMerged, dealShared, dealWasDeleted } from '../job-messages.ts';
import type { MappedJob } from '../mapping/map-job.ts';
import type { JobOptions } from '../prepare/job-options.ts';
import { chosenValues } from './chosen-values.ts';
import { dealChange, newDealPlace, stageAhead, stageProperty } from './deal-change.ts';
import type { FoundDeal } from './find-deals.ts';

export type JobPlanOptions = Pick<JobOptions, 'stages' | 'options'>;

/** Plans one job by its ids (docs/decisions.md, Identity). Pure. */
export function planJob({
  record: job,
  identity,
  counterparts,
  options,
  isTaken,
}: PlanQuestion<MappedJob, FoundDeal, JobPlanOptions>): PlannedRecord {
  const { sourceId, displayName: name, contacts: references } = job;
  const matched = matchedByIds(jobType, sourceId, counterparts);
  if (!matched && counterparts.linked)
    return {
      sourceId,
      name,
      warnings: [],
      action: 'skip',
      ...whyNotOurs(identity, counterparts.linked),
    };

  const free = matched && !isTaken(matched.id) ? matched : null;
  const chosen = chosenValues(job, options.options, { deal: free, ours: counterparts.ours });
  const lost = lostDeal({ matched, free, wasLinked: identity.hubspotId !== null });
  const about = {
    sourceId,
    name,
    references,
    warnings: [...job.warnings, ...chosen.warnings, ...lost],
  };
  const values = { ...job.values, ...chosen.values };
  if (free) {
    const stage = counterparts.ours.has('dealstage') ? stageAhead(free, job.milestone, options) : null;
    return stage === null
      ? dealChange(about, free, values)
      : dealChange(
          { ...about, labels: { [stageProperty]: options.stages.labels.get(stage) ?? stage } },
          free,
          {
            ...values,
            [stageProperty]: stage,
          },
        );
  }
  const properties = { ...values, ...newDealPlace(job.milestone, options.stages) };
  return { ...about, action: 'create', properties };
}

/**
 * Why a linked deal is not the job's: users merged it into another job's deal, or replaced the job's id with another one.
 * They did so on purpose: their change is not overwritten, and the job's deal is not duplicated.
 */
function whyNotOurs(
  { hubspotId }: RecordIdentity,
  linked: HubspotRecord,
): { readonly reason: SkipCode; readonly message: string } {
  return linked.id === hubspotId
    ? {
        reason: 'id_changed_in_hubspot',
        message: dealIdChanged(sourceIdIn(linked, jobType) ?? ''),
      }
    : { reason: 'merged_in_hubspot', message: dealMerged };
}

/** The warnings of a job that had a deal and gets a new one. */
function lostDeal({
  matched,
  free,
  wasLinked,
}: {
  readonly matched: HubspotRecord | null;
  readonly free: HubspotRecord | null;
  readonly wasLinked: boolean;
}): RecordWarning[] {
  if (free) return [];
  if (matched) return [dealShared];
  return wasLinked ? [dealWasDeleted] : [];
}
