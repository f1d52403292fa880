import type { HubspotRecord } from '@ridgeline/hubspot';
import type { RecordValues } from '../../../plans/planned-record.ts';
import { milestoneProperty } from '../mapping/choice-rows.ts';
import type { OptionBook } from '../options/option-book.ts';
import { milestoneKey, type DealStages } from '../prepare/deal-stages.ts';

/** Where a new deal is put. */
export function newDealPlace(milestone: string | null, stages: DealStages): RecordValues {
  const stage = milestone === null ? undefined : stages.byMilestone.get(milestoneKey(milestone));
  return { pipeline: stages.pipeline, dealstage: stage ?? stages.firstStage };
}

/**
 * The stage that a deal moves on to, if it does: its job's milestone is another one than our last run left in the deal, and
 * the deal stands where that former milestone belongs, the first stage where it has none of its own. Then nobody moved it:
 * a deal that people moved stays where it is.
 */
export function stageMove(
  { properties }: HubspotRecord,
  milestone: string | null,
  { stages, options }: { readonly stages: DealStages; readonly options: Pick<OptionBook, 'labelOf'> },
): RecordValues {
  const value = properties[milestoneProperty] ?? '';
  if (milestone === null || value === '') return {};
  const former = milestoneKey(options.labelOf(milestoneProperty, value) ?? value);
  const from = stages.byMilestone.get(former) ?? stages.firstStage;
  const to = stages.byMilestone.get(milestoneKey(milestone));
  if (former === milestoneKey(milestone) || to === undefined || from === to) return {};
  const isWhereWePutIt = properties['pipeline'] === stages.pipeline && properties['dealstage'] === from;
  return isWhereWePutIt ? { dealstage: to } : {};
}
