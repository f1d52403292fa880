import { useSearchParams } from 'react-router-dom';
import { useScrollToPanel } from '../../../ui/page/use-scroll-to-panel.ts';

/** Brings the logs into sight where the address asks for them; a link to one line brings that line. */
export function useScrollToLogs(loaded: boolean): void {
  const [search] = useSearchParams();
  useScrollToPanel(logsPanelId, loaded, search.has('line') ? '[aria-current="true"] > time' : null);
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
