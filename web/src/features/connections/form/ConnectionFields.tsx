import type { Connection } from '@ridgeline/contracts';
import { useId } from 'react';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { SwitchField } from '../../../ui/form/ChoiceFields.tsx';
import { SecretField } from '../../../ui/form/SecretField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import type { ConnectionValues } from './connection-values.ts';
import { AcculynxKeyHelp, HubspotTokenHelp } from './CredentialHelp.tsx';
import { MoreSettings } from './MoreSettings.tsx';
import { PipelineFields } from './PipelineFields.tsx';
import { usePipelines } from './use-pipelines.ts';
import './connection-form.css';

interface ConnectionFieldsProps {
  readonly form: Form<ConnectionValues>;
  /** The connection whose masks stand in the form; null for a new one. */
  readonly stored: Connection | null;
  readonly administrator: boolean;
}

/** All fields of a connection, those first without which there is none. */
export function ConnectionFields({ form, stored, administrator }: ConnectionFieldsProps) {
  const { values } = form;
  const noEmailNote = useId();
  const pipelines = usePipelines(values.hubspotPat.trim(), stored?.id ?? null);
  return (
    <>
      <TextField
        form={form}
        name="name"
        label="Name"
        help="What your team calls it, for example the location"
        placeholder="Summit Roofing - Denver"
      />
      <div className="credential-field">
        <SecretField
          form={form}
          name="acculynxApiKey"
          label="Acculynx API key"
          what="API key"
          mask={stored?.acculynxApiKey ?? null}
          help="The key of one AccuLynx location"
        />
        <AcculynxKeyHelp />
      </div>
      <div className="credential-field">
        <SecretField
          form={form}
          name="hubspotPat"
          label="HubSpot Private Access Token"
          what="token"
          mask={stored?.hubspotPat ?? null}
          help="A service key or a private app token"
        />
        <HubspotTokenHelp />
      </div>
      <div className="form-section">
        <SwitchField
          label="Sync new contacts automatically"
          help="A contact that is new in AccuLynx, or was copied before and changed, is copied automatically"
          checked={values.autoSyncNewContacts}
          onChange={(checked) => {
            form.set('autoSyncNewContacts', checked);
          }}
        />
        <SwitchField
          label="Sync new jobs automatically"
          help="A job that is new in AccuLynx, or was copied before and changed, is copied automatically, with its contacts"
          checked={values.autoSyncNewJobs}
          onChange={(checked) => {
            form.set('autoSyncNewJobs', checked);
          }}
        />
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
      <PipelineFields form={form} pipelines={pipelines} />
      <MoreSettings form={form} pipelines={pipelines} />
      {administrator ? (
        <TextField
          form={form}
          name="companyId"
          label="Company ID"
          help="Only available to admins: the company to which the connection belongs"
        />
      ) : null}
    </>
  );
}
