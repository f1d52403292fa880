import { useEffect, useEffectEvent } from 'react';

/** Does something once, when somebody begins to use the page: until then it costs the page nothing. */
export function useFirstFocus(work: () => void): void {
  const begin = useEffectEvent(work);
  useEffect(() => {
    const focused = () => {
      begin();
    };
    document.addEventListener('focusin', focused, { once: true });
    return () => {
      document.removeEventListener('focusin', focused);
    };
  }, []);
}
