import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { logsPanelId } from './panel-id.ts';

/**
 * Brings the logs into sight where the address asks for them: the browser looks for the place before the lines are there,
 * and what is above it grows meanwhile. A link to one line brings that line.
 */
export function useScrollToLogs(loaded: boolean): void {
  // Each press of a link has a key of its own, also where the address asks for the logs already.
  const { hash, search, key } = useLocation();
  const line = new URLSearchParams(search).get('line');
  useEffect(() => {
    if (!loaded || hash !== `#${logsPanelId}`) return;
    const panel = document.getElementById(logsPanelId);
    const chosen = line === null ? null : panel?.querySelector('[aria-current="true"] > time');
    if (chosen) chosen.scrollIntoView({ block: 'center' });
    else {
      panel?.scrollIntoView();
      // A link that leads here takes the keyboard along.
      panel?.focus({ preventScroll: true });
    }
  }, [loaded, hash, line, key]);
}
