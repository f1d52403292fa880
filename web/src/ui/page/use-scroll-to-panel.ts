import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Scrolls to a panel if the URL asks for it: the browser looks for the target before its content has loaded, and the
 * content above it grows afterward. `place` is a selector of the target within the panel; null: the whole panel.
 */
export function useScrollToPanel(id: string, loaded: boolean, place: string | null = null): void {
  // Following a link creates a new key, even if the URL already asks for the panel.
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
