import type { LiveReader } from '@ridgeline/contracts';
import type { Tell } from './live-signal.ts';
import { joinStream } from './shared-stream.ts';

/**
 * Takes part in the browser's stream while the page lives. A page that the browser puts aside, to be frozen or shown
 * again by 'back', leaves it to the other tabs; when it is back it joins anew, and has missed what happened. Returns
 * the function that ends it.
 */
export function followStream(reader: LiveReader, onSignal: Tell): () => void {
  let leave: (() => void) | null = joinStream(reader, onSignal);
  const putAside = () => {
    leave?.();
    leave = null;
    onSignal({ type: 'lost' });
  };
  const resume = () => {
    leave ??= joinStream(reader, onSignal);
  };
  window.addEventListener('pagehide', putAside);
  window.addEventListener('pageshow', resume);
  document.addEventListener('freeze', putAside);
  document.addEventListener('resume', resume);
  return () => {
    window.removeEventListener('pagehide', putAside);
    window.removeEventListener('pageshow', resume);
    document.removeEventListener('freeze', putAside);
    document.removeEventListener('resume', resume);
    leave?.();
  };
}
