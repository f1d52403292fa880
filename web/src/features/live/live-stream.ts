import { migrationEvents, type Migration } from '@ridgeline/contracts';
import { liveEventNames, type LiveEventName } from './live-events.ts';
import { reconnectDelay, type LiveEvent } from './live-state.ts';

export interface LiveStreamListeners {
  readonly onUpdate: (migration: Migration) => void;
  /** Another event of the stream, with its data as it was sent. */
  readonly onTold: (name: LiveEventName, data: unknown) => void;
  /** Updates may have been missed: what is shown must be fetched afresh. */
  readonly onGap: () => void;
  readonly onEvent: (type: LiveEvent['type']) => void;
  /** The server refused the stream; perhaps the session is over. */
  readonly onRefused: () => void;
}

/**
 * Opens the one event stream of the page and keeps it open; returns the function that ends it. A broken connection
 * is resumed by the browser itself (`Last-Event-ID`); after a refused one the browser gives up, so we try again.
 */
export function openLiveStream(listeners: LiveStreamListeners): () => void {
  const { onUpdate, onTold, onGap, onEvent, onRefused } = listeners;
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let wasConnected = false;

  const connect = () => {
    clearTimeout(timer);
    source?.close();
    const opened = new EventSource(migrationEvents.path);
    source = opened;
    opened.addEventListener('connected', () => {
      attempt = 0;
      onEvent('connected');
      if (wasConnected) onGap();
      wasConnected = true;
    });
    opened.addEventListener('migration-update', (event) => {
      onUpdate(JSON.parse(event.data as string) as Migration);
    });
    for (const name of liveEventNames) {
      opened.addEventListener(name, (event) => {
        onTold(name, JSON.parse(event.data as string));
      });
    }
    opened.addEventListener('resync', onGap);
    opened.addEventListener('error', () => {
      onEvent('lost');
      if (opened.readyState !== EventSource.CLOSED) return;
      onRefused();
      // While the browser is offline there is nothing to try; its 'online' event connects again.
      if (navigator.onLine) timer = setTimeout(connect, reconnectDelay(attempt++));
    });
  };
  const online = () => {
    onEvent('online');
    connect();
  };
  const offline = () => {
    onEvent('offline');
  };

  connect();
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  return () => {
    clearTimeout(timer);
    source?.close();
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
  };
}
