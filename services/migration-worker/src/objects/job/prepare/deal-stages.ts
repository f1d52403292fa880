import type { DealSettings } from '@ridgeline/contracts';
import type { DealPipeline } from '@ridgeline/hubspot';
import { RunFailed, thenAgain } from '../../../base/run-errors.ts';

/** Where deals are placed. */
export interface DealStages {
  readonly pipeline: string;
  /** The stage of a new deal whose milestone has none of its own. */
  readonly firstStage: string;
  /** By milestone in lower case. */
  readonly byMilestone: ReadonlyMap<string, string>;
  /** The labels of the pipeline's stages, by id. */
  readonly labels: ReadonlyMap<string, string>;
}

type StageSettings = Pick<DealSettings, 'defaultDealPipeline' | 'defaultDealStage' | 'dealStageByMilestone'>;

export const milestoneKey = (milestone: string): string => milestone.trim().toLowerCase();

const again = { again: thenAgain } as const;

/**
 * Finds the connection's pipeline and stages in the portal; by default the portal's default pipeline, whose id HubSpot never
 * changes, and its first stage. Throws `RunFailed` when one does not exist, or belongs to another pipeline.
 */
export function dealStages(settings: StageSettings, pipelines: readonly DealPipeline[]): DealStages {
  const { defaultDealPipeline: wanted, defaultDealStage, dealStageByMilestone } = settings;
  const pipeline =
    wanted === null
      ? (pipelines.find(({ id }) => id === 'default') ?? pipelines[0])
      : pipelines.find(({ id }) => id === wanted);
  if (!pipeline)
    throw new RunFailed(
      wanted === null
        ? 'HubSpot has no pipeline for deals. Create one in HubSpot'
        : `The HubSpot pipeline "${wanted}" of this connection does not exist any more. Choose another pipeline in the connection`,
      again,
    );
  const check = (stage: string, use: string): string => {
    if (pipeline.stages.some(({ id }) => id === stage)) return stage;
    throw new RunFailed(missingStage(stage, use, pipeline, pipelines), again);
  };
  const [first] = pipeline.stages;
  if (!first)
    throw new RunFailed(
      `The HubSpot pipeline "${pipeline.label}" has no stages. Give it one in HubSpot`,
      again,
    );
  return {
    pipeline: pipeline.id,
    labels: new Map(pipeline.stages.map(({ id, label }) => [id, label])),
    firstStage: defaultDealStage === null ? first.id : check(defaultDealStage, 'new deals'),
    byMilestone: new Map(
      Object.entries(dealStageByMilestone).map(([milestone, stage]) => [
        milestoneKey(milestone),
        check(stage, `the milestone "${milestone}"`),
      ]),
    ),
  };
}

function missingStage(
  stage: string,
  use: string,
  pipeline: DealPipeline,
  pipelines: readonly DealPipeline[],
): string {
  const home = pipelines.find(({ stages }) => stages.some(({ id }) => id === stage));
  const label = home?.stages.find(({ id }) => id === stage)?.label ?? stage;
  const what = home
    ? `belongs to the pipeline "${home.label}", not to "${pipeline.label}"`
    : 'does not exist any more';
  return `The HubSpot stage "${label}" that this connection has for ${use} ${what}. Choose a stage of "${pipeline.label}" in the connection`;
}
