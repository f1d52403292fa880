import type { PlannedRecord, RecordValues } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { differences, plannedChange } from '../../../hubspot-io/differences.ts';
import { milestoneProperty } from '../mapping/choice-rows.ts';
import { dealForm } from '../mapping/deal-comparison.ts';
import type { OptionCache } from '../prepare/option-cache.ts';
import { milestoneKey, type DealStages } from '../prepare/deal-stages.ts';

/** What every plan of a job contains. */
export type PlannedAbout = Pick<PlannedRecord, 'sourceId' | 'name' | 'warnings' | 'references' | 'labels'>;

/** A change of a deal to these values, or an `unchanged` plan. HubSpot returns numbers and times in formats of its own. */
export const dealChange = (about: PlannedAbout, deal: HubspotRecord, values: RecordValues): PlannedRecord =>
  plannedChange(about, deal.id, differences(values, deal, dealForm));

export const stageProperty = 'dealstage';

/** What determines the stage of deals. */
export interface StageRules {
  readonly stages: DealStages;
  readonly options: Pick<OptionCache, 'labelOf'>;
}

/** The stage of a new deal. */
export function newDealPlace(milestone: string | null, stages: DealStages): RecordValues {
  const stage = milestone === null ? undefined : stages.byMilestone.get(milestoneKey(milestone));
  return { pipeline: stages.pipeline, [stageProperty]: stage ?? stages.firstStage };
}

/**
 * The stage that a deal must move to, if we put it into its current one: its job's milestone differs from the one that our
 * last run stored, and belongs to another stage of the same pipeline.
 */
export function stageAhead(
  { properties }: HubspotRecord,
  milestone: string | null,
  { stages, options }: StageRules,
): string | null {
  if (milestone === null) return null;
  const value = properties[milestoneProperty] ?? '';
  const former = milestoneKey(options.labelOf(milestoneProperty, value) ?? value);
  const stage = stages.byMilestone.get(milestoneKey(milestone));
  const isBehind =
    former !== milestoneKey(milestone) &&
    properties['pipeline'] === stages.pipeline &&
    properties[stageProperty] !== stage;
  return isBehind ? (stage ?? null) : null;
}
