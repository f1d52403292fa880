import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

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

/** The place of the logs in the page, for links to it. */
export const logsPanelId = 'logs';

/** Does some work when the page has nothing else to do; returns what calls it off. Safari knows no idle time. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = window.requestIdleCallback(work);
  return () => {
    window.cancelIdleCallback(handle);
  };
}
