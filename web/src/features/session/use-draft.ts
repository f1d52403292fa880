import { use, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { DraftsContext } from '../../ui/form/drafts.ts';
import type { FormDraft } from '../../ui/form/use-form.ts';
import { useSession } from './session-context.ts';

/**
 * Keeps the named fields of a form across the end of a session, for the same user; before a user is known, as long as the
 * page is open. If a form is unmounted in any other way, the user has left it and its input is dropped. Forms with the same
 * name share common fields. Never pass a password or a key.
 */
export function useDraft<Name extends string>(form: string, ...fields: readonly Name[]): FormDraft<Name> {
  const drafts = use(DraftsContext);
  const { user, ended } = useSession();
  const owner = user?.id ?? null;
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.of(owner, form));
  const names = fields.join();
  const values = useMemo(() => {
    const wanted = names.split(',');
    return Object.fromEntries(Object.entries(draft ?? {}).filter(([field]) => wanted.includes(field)));
  }, [draft, names]);
  const [restored] = useState(owner !== null && draft !== undefined);
  const goesOn = useRef(true);
  useEffect(() => {
    goesOn.current = true;
    return () => {
      goesOn.current = false;
      // A moment later: React's strict mode takes a form off the page and puts it back immediately.
      queueMicrotask(() => {
        if (!goesOn.current && !ended && owner !== null) drafts.drop(owner, form);
      });
    };
  }, [drafts, owner, form, ended]);
  return {
    fields,
    values,
    restored,
    keep: (field, value) => {
      drafts.keep(owner, form, field, value);
    },
    drop: () => {
      // What is typed before sign-in stays until a user signs in: the email that a link was sent to signs in next.
      if (owner !== null) drafts.drop(owner, form);
    },
  };
}
