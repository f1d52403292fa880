import {
  ApiError,
  createConnection,
  updateConnection,
  type Connection,
  type ConnectionDetail,
} from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../../api/command.ts';
import { failureText } from '../../../api/error-policy.ts';
import { fieldErrorsByCode } from '../../../ui/form/field-texts.ts';
import { useForm, type Form } from '../../../ui/form/use-form.ts';
import { useToast } from '../../../ui/toast/use-toast.ts';
import { useUser } from '../../session/session-context.ts';
import type { FailedSave } from '../save/save-flow.ts';
import { useSaveConnection, type ConnectionSave } from '../save/use-save-connection.ts';
import { bodyOf, checkValues, valuesOf, type ConnectionValues } from './connection-values.ts';
import { creationToast, firstValues, formName, storedOf, type FormMode } from './form-mode.ts';
import { mergeLatest } from './merge-latest.ts';
import { useConnectionDraft } from './use-connection-draft.ts';
import { fetchConnection } from './use-latest.ts';

const blame = fieldErrorsByCode<ConnectionValues>({
  'connection.acculynx_refused': 'acculynxApiKey',
  'connection.other_acculynx_company': 'acculynxApiKey',
  'connection.hubspot_refused': 'hubspotPat',
  'connection.hubspot_scope_missing': 'hubspotPat',
  'connection.other_hubspot_portal': 'hubspotPat',
  'connection.pipeline_unknown': 'defaultDealPipeline',
  'connection.event_processor_invalid': 'customEventProcessorUrl',
  'connection.event_processor_unreachable': 'customEventProcessorUrl',
});

interface ConnectionForm {
  readonly form: Form<ConnectionValues>;
  readonly save: ConnectionSave;
  /** How the last save failed; null while none has. */
  readonly lastFailure: FailedSave | null;
  /** The connection as the form began with it; null for a new one. */
  readonly stored: Connection | null;
  /** Restarts the form with the connection's latest version. */
  readonly take: (latest: Connection) => void;
  /** Loads the version that another user saved in between, and keeps the input. */
  readonly takeAndKeep: () => Promise<void>;
  /** The names of fields that both users changed; null until compared. */
  readonly contested: readonly string[] | null;
}

/** The state of the form, and what it sends. */
export function useConnectionForm(
  mode: FormMode,
  onSaved: (saved: ConnectionDetail) => void,
): ConnectionForm {
  const user = useUser();
  const create = useCommand(createConnection);
  const update = useCommand(updateConnection);
  const save = useSaveConnection();
  const toast = useToast();
  const [stored, setStored] = useState(() => storedOf(mode));
  const [lastFailure, setLastFailure] = useState<FailedSave | null>(null);
  const [contested, setContested] = useState<readonly string[] | null>(null);

  const store = (values: ConnectionValues, operationId: string): Promise<ConnectionDetail> => {
    const body = { ...bodyOf(values, user.administrator), operationId };
    if (mode.kind === 'edit' && stored) {
      const { resumeContacts, resumeJobs } = values;
      const change = { ...body, version: stored.version, resumeContacts, resumeJobs };
      return update({ params: { id: String(stored.id) }, body: change });
    }
    return create({ body: stored ? { ...body, sourceConnectionId: stored.id } : body });
  };

  const form = useForm<ConnectionValues>({
    initial: firstValues(mode, user.companyId),
    draft: useConnectionDraft(mode),
    check: checkValues,
    blame,
    submit: async (values) => {
      const { acculynxApiKey, hubspotPat } = values;
      const of = mode.kind === 'edit' ? { connectionId: stored?.id } : { sourceConnectionId: stored?.id };
      const result = await save.save({
        userId: user.id,
        form: formName(mode),
        name: values.name.trim(),
        credentials: { acculynxApiKey, hubspotPat, ...of },
        store: (operationId) => store(values, operationId),
        fingerprint: JSON.stringify([values, stored?.version]),
      });
      if (result.outcome === 'saved') onSaved(result.connection);
      if (result.outcome === 'cancelled') throw new SaveCancelled();
      if (result.outcome !== 'failed') return;
      setLastFailure(result);
      setContested(null);
      if (result.call === 'creation')
        toast({
          tone: 'error',
          title: creationToast.title,
          description: failureText(result.error, creationToast.fallback).text,
        });
      throw result.error;
    },
  });

  const take = (latest: Connection) => {
    setStored(latest);
    form.reset(valuesOf(latest));
  };
  return {
    form,
    save,
    lastFailure,
    stored,
    take: (latest) => {
      // Restored input was typed on top of an earlier version, so the form keeps that version.
      if (!form.restored) take(latest);
    },
    takeAndKeep: async () => {
      if (!stored) return;
      const latest = await fetchConnection(stored.id);
      const merged = mergeLatest(valuesOf(stored), form.values, valuesOf(latest));
      take(latest);
      form.setAll(merged.values);
      setContested(merged.contested);
    },
    contested,
  };
}

/** The person stopped the save; the form stays as it is. */
export class SaveCancelled extends Error {}

/** Whether a save failed because another user was faster. */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'connection.changed_meanwhile';
