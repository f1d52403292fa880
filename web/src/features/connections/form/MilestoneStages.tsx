import { jobMilestones } from '@ridgeline/contracts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import type { ConnectionValues } from './connection-values.ts';
import { choices, stageChoices } from './pipeline-choices.ts';
import type { Pipelines } from './use-pipelines.ts';

interface MilestoneStagesProps {
  readonly form: Form<ConnectionValues>;
  readonly pipelines: Pipelines;
}

/** The milestones of AccuLynx, and those besides for which a stage is stored. */
const milestonesOf = (stored: Readonly<Record<string, string>>): string[] => {
  const known: readonly string[] = jobMilestones;
  return [...known, ...Object.keys(stored).filter((name) => !known.includes(name))];
};

/** Which stage a deal moves to when its job reaches a milestone. */
export function MilestoneStages({ form, pipelines: { known } }: MilestoneStagesProps) {
  const { defaultDealPipeline, dealStageByMilestone } = form.values;
  const stages = stageChoices(known.state === 'loaded' ? known.pipelines : null, defaultDealPipeline);
  const usable = stages !== null || Object.keys(dealStageByMilestone).length > 0;
  return (
    <fieldset className="form-group">
      <legend>Deal stage by milestone</legend>
      <p className="field-note">
        {usable
          ? 'A job at a milestone puts its deal into the stage chosen for it. Without one, the deal stays where it is.'
          : 'Show the portal’s pipelines above to choose a stage for each milestone. Without one, a deal stays where it is.'}
      </p>
      {usable ? (
        <div className="milestone-stages">
          {milestonesOf(dealStageByMilestone).map((milestone) => {
            const chosen = dealStageByMilestone[milestone] ?? '';
            const stage = choices('Leave it', stages, chosen, 'stage');
            return (
              <SelectField
                key={milestone}
                label={milestone}
                error={stage.gone ? 'Deleted in HubSpot' : undefined}
                value={chosen}
                options={stage.options}
                onChange={(value) => {
                  form.set('dealStageByMilestone', { ...dealStageByMilestone, [milestone]: value });
                }}
              />
            );
          })}
        </div>
      ) : null}
    </fieldset>
  );
}
