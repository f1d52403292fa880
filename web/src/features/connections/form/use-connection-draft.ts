import { autoSyncResumeSchema, jobDetailSchema } from '@ridgeline/contracts';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import type { FormDraft } from '../../../ui/form/use-form.ts';
import { useSession, useUser } from '../../session/session-context.ts';
import { useDraft } from '../../session/use-draft.ts';
import { storedJson } from '../save/saves-under-way.ts';
import { copyOf, draftFields } from './connection-values.ts';
import { formName, type FormMode } from './form-mode.ts';

type Draft = FormDraft<(typeof draftFields)[number]>;

/**
 * Keeps the form's input beyond the form. For a new connection (or a copy), the browser stores it until it is saved or the
 * form is closed. For an edit, it is only kept in memory across the end of a session, because the stored connection is the
 * better copy.
 */
export function useConnectionDraft(mode: FormMode): Draft {
  const ofEdit = useDraft(`connection-${formName(mode)}`, ...draftFields);
  const ofNew = useStoredDraft(mode);
  return mode.kind === 'edit' ? ofEdit : ofNew;
}

/** A copy is a draft from the beginning, with what the original has; other forms begin empty. */
function begunWith(mode: FormMode): ConnectionDraft['values'] {
  return mode.kind === 'duplicate' ? draftValuesSchema.parse(copyOf(mode.source)) : {};
}

function useStoredDraft(mode: FormMode): Draft {
  const { id: userId } = useUser();
  const { ended } = useSession();
  const form = formName(mode);
  const store = useMemo(() => connectionDrafts(form), [form]);
  const sourceConnectionId = mode.kind === 'duplicate' ? mode.source.id : null;
  const isNew = mode.kind !== 'edit';
  const [found] = useState(() => (isNew ? store.read(userId) : null));
  const [values, setValues] = useState(() => found?.values ?? begunWith(mode));
  // Several fields may be kept before the next drawing.
  const latest = useRef(values);
  const goesOn = useRef(true);
  const write = (next: ConnectionDraft['values']) => {
    latest.current = next;
    store.write({ userId, values: next, isDuplicate: sourceConnectionId !== null, sourceConnectionId });
  };
  const begin = useEffectEvent(() => {
    if (mode.kind === 'duplicate') write(latest.current);
  });

  useEffect(() => {
    goesOn.current = true;
    begin();
    return () => {
      goesOn.current = false;
      // A moment later: React's strict mode takes a form off the page and puts it back immediately.
      queueMicrotask(() => {
        if (!goesOn.current && !ended && isNew) store.drop();
      });
    };
  }, [store, ended, isNew]);
  return {
    fields: draftFields,
    values,
    restored: found !== null,
    keep: (field, value) => {
      const next = { ...latest.current, [field]: value };
      setValues(next);
      write(next);
    },
    drop: () => {
      latest.current = {};
      setValues({});
      store.drop();
    },
  };
}

type DraftField = (typeof draftFields)[number];

const valuesShape = {
  name: z.string(),
  autoSyncNewContacts: z.boolean(),
  autoSyncNewJobs: z.boolean(),
  resumeContacts: autoSyncResumeSchema,
  resumeJobs: autoSyncResumeSchema,
  includeNoEmailContacts: z.boolean(),
  defaultDealPipeline: z.string(),
  defaultDealStage: z.string(),
  dealStageByMilestone: z.record(z.string(), z.string()),
  jobDetails: z.array(jobDetailSchema),
  includeDeadJobs: z.boolean(),
  customEventProcessorUrl: z.string(),
  companyId: z.string(),
} satisfies Record<DraftField, z.ZodType>;

/** The field values of a draft; the schema drops any secret passed to it. */
export const draftValuesSchema = z.object(valuesShape).partial();

/**
 * What the browser stores of an unsent form: no secrets, but for a copy the id of the connection that has them on the
 * server.
 */
const draftSchema = z.object({
  /** The user who typed it; other users never get it. */
  userId: z.int(),
  values: draftValuesSchema,
  isDuplicate: z.boolean(),
  sourceConnectionId: z.int().nullable(),
});
type ConnectionDraft = z.infer<typeof draftSchema>;

interface DraftStore {
  readonly read: (userId: number) => ConnectionDraft | null;
  readonly write: (draft: ConnectionDraft) => void;
  readonly drop: () => void;
}

/** The draft of the form with this name; another user's draft is deleted. */
export function connectionDrafts(form: string): DraftStore {
  const { read, write, drop } = storedJson('local', `ridgeline.connection-draft.${form}`, draftSchema);
  return {
    read: (userId) => {
      const draft = read();
      if (draft === null || draft.userId === userId) return draft;
      drop();
      return null;
    },
    write,
    drop,
  };
}
