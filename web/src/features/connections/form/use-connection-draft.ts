import { useEffect, useMemo, useRef, useState } from 'react';
import type { FormDraft } from '../../../components/form/use-form.ts';
import { useSession, useUser } from '../../session/session-context.ts';
import { useDraft } from '../../session/use-draft.ts';
import { connectionDrafts, type ConnectionDraft } from './connection-draft.ts';
import { draftFields } from './connection-values.ts';
import { formName, type FormMode } from './form-mode.ts';

type Draft = FormDraft<(typeof draftFields)[number]>;

/**
 * Where what is typed outlives the form. What is new (a copy too) stands in the browser until it is saved or the form is
 * closed; what is edited only in memory, over the end of the session: the connection itself is the better copy.
 */
export function useConnectionDraft(mode: FormMode): Draft {
  const ofEdit = useDraft(`connection-${formName(mode)}`, ...draftFields);
  const ofNew = useStoredDraft(mode);
  return mode.kind === 'edit' ? ofEdit : ofNew;
}

function useStoredDraft(mode: FormMode): Draft {
  const { id: userId } = useUser();
  const { ended } = useSession();
  const form = formName(mode);
  const store = useMemo(() => connectionDrafts(form), [form]);
  const sourceConnectionId = mode.kind === 'duplicate' ? mode.source.id : null;
  const [found] = useState(() => (mode.kind === 'edit' ? null : store.read(userId)));
  const [values, setValues] = useState<ConnectionDraft['values']>(found?.values ?? {});
  // Several fields may be kept before the next drawing.
  const latest = useRef(values);
  const goesOn = useRef(true);
  const isNew = mode.kind !== 'edit';

  useEffect(() => {
    goesOn.current = true;
    return () => {
      goesOn.current = false;
      // A moment later: React's strict mode takes a form off the page and puts it back at once.
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
      latest.current = next;
      setValues(next);
      store.write({ userId, values: next, isDuplicate: sourceConnectionId !== null, sourceConnectionId });
    },
    drop: () => {
      latest.current = {};
      setValues({});
      store.drop();
    },
  };
}
