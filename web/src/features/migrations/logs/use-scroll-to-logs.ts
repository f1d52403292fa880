import { useSearchParams } from 'react-router-dom';
import { useScrollToPanel } from '../../../ui/page/use-scroll-to-panel.ts';

/** Scrolls to the logs if the URL asks for them; a link to one entry scrolls to that entry. */
export function useScrollToLogs(loaded: boolean): void {
  const [search] = useSearchParams();
  useScrollToPanel(logsPanelId, loaded, search.has('line') ? '[aria-current="true"] > time' : null);
}

/** The element id of the logs, for links to them. */
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
