import { createContext } from 'react';

/** Who typed: the id of a signed-in person, or null for the sign-in page, where the user is not known yet. */
type DraftOwner = number | null;

type Draft = Readonly<Record<string, unknown>>;

/**
 * Input of forms that were unmounted before they were submitted. Kept in memory only: it ends with the page, and no form
 * passes a password or a key.
 */
export interface Drafts {
  /** The same object until it changes. */
  readonly of: (owner: DraftOwner, form: string) => Draft | undefined;
  readonly keep: (owner: DraftOwner, form: string, field: string, value: unknown) => void;
  readonly drop: (owner: DraftOwner, form: string) => void;
  /** Drops everyone else's input, including that of the sign-in page. */
  readonly onlyOf: (owner: number) => void;
  readonly clear: () => void;
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createDrafts(): Drafts {
  let drafts = new Map<DraftOwner, Map<string, Draft>>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    of: (owner, form) => drafts.get(owner)?.get(form),
    keep(owner, form, field, value) {
      const own = drafts.get(owner) ?? new Map<string, Draft>();
      drafts.set(owner, own.set(form, { ...own.get(form), [field]: value }));
      tell();
    },
    drop(owner, form) {
      if (drafts.get(owner)?.delete(form)) tell();
    },
    onlyOf(owner) {
      drafts = new Map([...drafts].filter(([one]) => one === owner));
      tell();
    },
    clear() {
      drafts.clear();
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export const DraftsContext = createContext<Drafts>(createDrafts());
