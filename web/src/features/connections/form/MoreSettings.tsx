import { getConnectionDefaults, jobDetailSchema, jobMilestones, type JobDetail } from '@ridgeline/contracts';
import { useState } from 'react';
import { useQuery } from '../../../api/use-query.ts';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { SelectField, SwitchField } from '../../../ui/form/ChoiceFields.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import { detailCost } from '../detail-cost.ts';
import type { ConnectionValues } from './connection-values.ts';
import { choices, stageChoices, type Pipelines } from './use-pipelines.ts';

interface MoreSettingsProps {
  readonly form: Form<ConnectionValues>;
  readonly pipelines: Pipelines;
}

/** Optional settings; the section opens automatically if the event processor URL is invalid. */
export function MoreSettings({ form, pipelines }: MoreSettingsProps) {
  const [opened, setOpened] = useState(false);
  const defaults = useQuery(getConnectionDefaults, {}, { shouldRetryOnError: false });
  const open = opened || form.errors.customEventProcessorUrl !== undefined;
  return (
    <details
      className="more-settings"
      open={open}
      onToggle={(event) => {
        setOpened(event.currentTarget.open);
      }}
    >
      <summary>More settings</summary>
      <div className="fields">
        <MilestoneStages form={form} pipelines={pipelines} />
        <JobDetails form={form} />
        <SwitchField
          label="Include dead jobs"
          help="Also copy dead jobs as deals"
          checked={form.values.includeDeadJobs}
          onChange={(checked) => {
            form.set('includeDeadJobs', checked);
          }}
        />
        <TextField
          form={form}
          name="customEventProcessorUrl"
          label="Custom event processor URL"
          optional
          placeholder={defaults.data?.customEventProcessorUrl ?? 'https://'}
          help="Where AccuLynx sends its events. Do not change it unless our support asks you to: leave it empty."
        />
      </div>
    </details>
  );
}

const labels: Readonly<Record<JobDetail, string>> = {
  representative: 'Representative',
  financials: 'Value',
  insurance: 'Insurance company',
  milestone: 'Status within the milestone',
};

/** The additional details read for each job, and their cost. */
function JobDetails({ form }: { readonly form: Form<ConnectionValues> }) {
  const { jobDetails } = form.values;
  const cost = detailCost([{ name: 'This connection', jobDetails: [...jobDetails] }]);
  return (
    <fieldset className="form-group">
      <legend>Job details</legend>
      <div className="job-details">
        {jobDetailSchema.options.map((detail) => (
          <Checkbox
            key={detail}
            checked={jobDetails.includes(detail)}
            onChange={({ target }) => {
              form.set(
                'jobDetails',
                jobDetailSchema.options.filter((one) =>
                  one === detail ? target.checked : jobDetails.includes(one),
                ),
              );
            }}
          >
            {labels[detail]}
          </Checkbox>
        ))}
      </div>
      <p role="status" className="field-note">
        {cost ?? 'Each one costs a call to AccuLynx for each job, which makes a migration of jobs slower.'}
      </p>
    </fieldset>
  );
}

interface MilestoneStagesProps {
  readonly form: Form<ConnectionValues>;
  readonly pipelines: Pipelines;
}

/** The milestones of AccuLynx, and any others for which a stage is stored. */
const milestonesOf = (stored: Readonly<Record<string, string>>): string[] => {
  const known: readonly string[] = jobMilestones;
  return [...known, ...Object.keys(stored).filter((name) => !known.includes(name))];
};

/** Which stage a deal moves to when its job reaches a milestone. */
function MilestoneStages({ form, pipelines: { known } }: MilestoneStagesProps) {
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
