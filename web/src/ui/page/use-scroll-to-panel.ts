import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Brings a panel into sight where the address asks for it: the browser looks for the place before its content is there, and
 * what is above it grows since then. `place` is a selector of what in the panel is meant; null: all of it.
 */
export function useScrollToPanel(id: string, loaded: boolean, place: string | null = null): void {
  // Each press of a link has a key of its own, also where the address asks for the panel already.
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!loaded || hash !== `#${id}`) return;
    const panel = document.getElementById(id);
    const chosen = place === null ? null : panel?.querySelector(place);
    if (chosen) chosen.scrollIntoView({ block: 'center' });
    else {
      panel?.scrollIntoView();
      // A link that leads here takes the keyboard along.
      panel?.focus({ preventScroll: true });
    }
  }, [id, loaded, hash, key, place]);
}
