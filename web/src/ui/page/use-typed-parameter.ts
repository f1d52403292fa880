import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Typing settles for this long before it is written to the address. */
const settleMs = 250;

interface TypedParameter {
  /** As typed, for the field. */
  readonly typed: string;
  /** As settled, for asking the server. */
  readonly settled: string;
  readonly change: (text: string) => void;
}

/**
 * A text of the address that a user types: it appears immediately and reaches the address when typing pauses. Another
 * text leads back to the first page.
 */
export function useTypedParameter(name: string): TypedParameter {
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState<{ text: string; sent: boolean } | null>(null);
  const settled = search.get(name) ?? '';
  // The address holds a text a moment after it was set; from then on it leads.
  if (typed?.sent && typed.text === settled) setTyped(null);

  useEffect(() => {
    if (typed === null || typed.sent) return;
    const { text } = typed;
    const timer = setTimeout(() => {
      // As the address is now: a dialog that was opened a moment ago may be in it, and the router does not know it yet.
      const now = new URLSearchParams(window.location.search);
      setSearch(withParameter(now, name, text), { replace: true, preventScrollReset: true });
      setTyped({ text, sent: true });
    }, settleMs);
    return () => {
      clearTimeout(timer);
    };
  }, [name, typed, setSearch]);

  const change = (text: string): void => {
    setTyped({ text, sent: false });
  };
  return { typed: typed?.text ?? settled, settled, change };
}

/** The address with a parameter set, or without it when it is empty, at the first page. */
export function withParameter(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('page');
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}
