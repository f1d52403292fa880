import { use, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { DraftsContext } from '../../ui/form/drafts.ts';
import type { FormDraft } from '../../ui/form/use-form.ts';
import { useSession } from './session-context.ts';

/**
 * Keeps the named fields of a form over the end of the session, for the same person; before anybody is known, for as long
 * as the page stands. A form that goes off the page in any other way was left, and what was typed is forgotten. Forms of
 * the same name share what they have in common. Never name a password or a key.
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
