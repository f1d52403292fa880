import { use, useMemo, useSyncExternalStore } from 'react';
import { DraftsContext } from '../../components/form/drafts.ts';
import type { FormDraft } from '../../components/form/use-form.ts';
import { useSession } from './session-context.ts';

/**
 * Keeps the named fields of a form when it goes off the page, for the same person. Forms of the same name share what
 * they have in common. Never name a password or a key.
 */
export function useDraft<Name extends string>(form: string, ...fields: readonly Name[]): FormDraft<Name> {
  const drafts = use(DraftsContext);
  const owner = useSession().user?.id ?? null;
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.of(owner, form));
  const names = fields.join();
  const values = useMemo(() => {
    const wanted = names.split(',');
    return Object.fromEntries(Object.entries(draft ?? {}).filter(([field]) => wanted.includes(field)));
  }, [draft, names]);
  return {
    fields,
    values,
    keep: (field, value) => {
      drafts.keep(owner, form, field, value);
    },
    drop: () => {
      // What is typed before sign-in stays until somebody signs in: the e-mail that a link was sent to signs in next.
      if (owner !== null) drafts.drop(owner, form);
    },
  };
}
