import { getConnectionDefaults } from '@ridgeline/contracts';
import { useState } from 'react';
import { useQuery } from '../../../api/use-query.ts';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import type { ConnectionValues } from './connection-values.ts';
import { JobDetails } from './JobDetails.tsx';
import { MilestoneStages } from './MilestoneStages.tsx';
import type { Pipelines } from './use-pipelines.ts';

interface MoreSettingsProps {
  readonly form: Form<ConnectionValues>;
  readonly pipelines: Pipelines;
}

/** What nobody needs in order to begin; open by itself while something in it is wrong. */
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
          help="Dead leads go over as deals too"
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
          help="Where AccuLynx sends its events. Do not change it unless our support asks you to: empty is right."
        />
      </div>
    </details>
  );
}
