import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSetFilters } from './use-set-filters.ts';

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
  const [search] = useSearchParams();
  const setFilters = useSetFilters();
  const [typed, setTyped] = useState<{ text: string; sent: boolean } | null>(null);
  const settled = search.get(name) ?? '';
  // Once the URL contains the text that was sent, the URL takes over.
  if (typed?.sent && typed.text === settled) setTyped(null);

  useEffect(() => {
    if (typed === null || typed.sent) return;
    const { text } = typed;
    const timer = setTimeout(() => {
      setFilters({ [name]: text });
      setTyped({ text, sent: true });
    }, settleMs);
    return () => {
      clearTimeout(timer);
    };
  }, [name, typed, setFilters]);

  const change = (text: string): void => {
    setTyped({ text, sent: false });
  };
  return { typed: typed?.text ?? settled, settled, change };
}
