import type { DealPipelineChoice } from '@ridgeline/contracts';
import type { DealTarget } from '@ridgeline/contracts/internal';
import { reading, type GovernedVendor } from '@ridgeline/governed-vendors';
import type { DealPipeline, HubspotClient } from '@ridgeline/hubspot';
import { fieldError, type AppError } from '@ridgeline/kit';
import { vendorError } from '../vendor-error.ts';

/** Dependencies of reading pipelines. */
export type PipelineClient = Pick<HubspotClient, 'dealPipelines'>;

/** The portal's pipelines of deals, in display order. Throws `vendorError`s. */
export async function readDealPipelines(
  hubspot: GovernedVendor<PipelineClient>,
  signal: AbortSignal,
): Promise<DealPipelineChoice[]> {
  const outcome = await hubspot.attempt(reading(signal), (client, until) => client.dealPipelines(until));
  if (outcome.outcome !== 'ok') throw vendorError('HubSpot', outcome, 'crm.objects.deals.read');
  return outcome.value.map(asChoice);
}

const asChoice = ({ id, label, stages }: DealPipeline): DealPipelineChoice => ({
  id,
  label,
  stages: stages.map((stage) => ({ id: stage.id, label: stage.label })),
});

/** HubSpot never changes the id of a portal's first pipeline, which receives deals that name none. */
const defaultPipeline = 'default';

/**
 * Throws `connection.pipeline_unknown`, with the field at fault, when the portal lacks the chosen pipeline, or that pipeline
 * lacks a chosen stage. HubSpot is only called if something was chosen.
 */
export async function requireChosenStages(
  hubspot: GovernedVendor<PipelineClient>,
  { defaultDealPipeline, defaultDealStage, dealStageByMilestone }: DealTarget,
  signal: AbortSignal,
): Promise<void> {
  const byMilestone = Object.values(dealStageByMilestone);
  if (defaultDealPipeline === null && defaultDealStage === null && byMilestone.length === 0) return;
  const pipelines = await readDealPipelines(hubspot, signal);
  const pipeline =
    pipelines.find(({ id }) => id === (defaultDealPipeline ?? defaultPipeline)) ??
    (defaultDealPipeline === null ? pipelines[0] : undefined);
  if (!pipeline) throw unknownChoice('defaultDealPipeline');
  const stages = new Set(pipeline.stages.map(({ id }) => id));
  if (defaultDealStage !== null && !stages.has(defaultDealStage)) throw unknownChoice('defaultDealStage');
  if (!byMilestone.every((stage) => stages.has(stage))) throw unknownChoice('dealStageByMilestone');
}

const unknownChoice = (field: keyof DealTarget): AppError => fieldError(field, 'connection.pipeline_unknown');
