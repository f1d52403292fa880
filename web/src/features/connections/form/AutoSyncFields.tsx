import type { AutoSyncResume, Connection } from '@ridgeline/contracts';
import { useId } from 'react';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { RadioField, SwitchField } from '../../../ui/form/ChoiceFields.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import { formatMoment } from '../../../ui/text/format.ts';
import type { ConnectionValues } from './connection-values.ts';

interface AutoSyncFieldsProps {
  readonly form: Form<ConnectionValues>;
  /** The connection that the form changes; null for a new one. */
  readonly edited: Connection | null;
}

const switches = [
  {
    field: 'autoSyncNewContacts',
    label: 'Sync new contacts automatically',
    help: 'A contact that is new in AccuLynx, or was copied before and changed, is copied automatically',
    resume: 'resumeContacts',
    offSince: 'autoSyncContactsOffSince',
    kinds: 'Contacts',
  },
  {
    field: 'autoSyncNewJobs',
    label: 'Sync new jobs automatically',
    help: 'A job that is new in AccuLynx, or was copied before and changed, is copied automatically, with its contacts',
    resume: 'resumeJobs',
    offSince: 'autoSyncJobsOffSince',
    kinds: 'Jobs',
  },
] as const;

/** The auto-sync switches. Switching one back on asks what to do about changes made while it was off. */
export function AutoSyncFields({ form, edited }: AutoSyncFieldsProps) {
  const { values } = form;
  const noEmailNote = useId();
  return (
    <div className="form-section">
      {switches.map(({ field, label, help, resume, offSince, kinds }) => {
        const since = values[field] ? (edited?.[offSince] ?? null) : null;
        return (
          <div key={field} className="auto-sync-switch">
            <SwitchField
              label={label}
              help={help}
              checked={values[field]}
              onChange={(checked) => {
                form.set(field, checked);
              }}
            />
            {since === null ? null : (
              <ResumeField
                legend={`${kinds} that changed while it was off`}
                offSince={since}
                value={values[resume]}
                onChange={(value) => {
                  form.set(resume, value);
                }}
              />
            )}
          </div>
        );
      })}
      {values.autoSyncNewContacts || values.autoSyncNewJobs ? (
        <div>
          <Checkbox
            checked={values.includeNoEmailContacts}
            aria-describedby={noEmailNote}
            onChange={({ target }) => {
              form.set('includeNoEmailContacts', target.checked);
            }}
          >
            Include contacts without an email address
          </Checkbox>
          <p id={noEmailNote} className="field-note">
            Otherwise auto-sync skips them. Migrations have a choice of their own.
          </p>
        </div>
      ) : null}
    </div>
  );
}

interface ResumeFieldProps {
  readonly legend: string;
  readonly offSince: string;
  readonly value: AutoSyncResume;
  readonly onChange: (value: AutoSyncResume) => void;
}

function ResumeField({ legend, offSince, value, onChange }: ResumeFieldProps) {
  return (
    <RadioField
      legend={legend}
      value={value}
      options={[
        {
          value: 'catch_up',
          label: `Catch up since ${formatMoment(offSince)}`,
          note: 'What was created or changed in AccuLynx since then is copied.',
        },
        {
          value: 'from_now',
          label: 'From now on',
          note: 'What waited, and what was created or changed since then, is left to migrations.',
        },
      ]}
      onChange={onChange}
    />
  );
}
