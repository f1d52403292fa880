import type { Connection } from '@ridgeline/contracts';
import { SecretField } from '../../../ui/form/SecretField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import { HelpLink } from '../../help/HelpLink.tsx';
import { AutoSyncFields } from './AutoSyncFields.tsx';
import type { ConnectionValues } from './connection-values.ts';
import { AcculynxKeyHelp, HubspotTokenHelp } from './CredentialHelp.tsx';
import { MoreSettings } from './MoreSettings.tsx';
import { PipelineFields } from './PipelineFields.tsx';
import { usePipelines } from './use-pipelines.ts';
import './connection-form.css';

interface ConnectionFieldsProps {
  readonly form: Form<ConnectionValues>;
  /** The connection whose masks the form holds; null for a new one. */
  readonly stored: Connection | null;
  /** Whether the form changes it: a copy is new. */
  readonly edits: boolean;
  readonly administrator: boolean;
}

/** All fields of a connection, those first without which there is none. */
export function ConnectionFields({ form, stored, edits, administrator }: ConnectionFieldsProps) {
  const { values } = form;
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
          marks={<HelpLink to="acculynxKey" />}
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
          marks={<HelpLink to="hubspotToken" />}
          what="token"
          mask={stored?.hubspotPat ?? null}
          help="A service key or a private app token"
        />
        <HubspotTokenHelp />
      </div>
      <AutoSyncFields form={form} edited={edits ? stored : null} />
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
