import type { Migration } from '@ridgeline/contracts';
import type { LiveEvent, LiveEventName } from '../live-state.ts';

/** A stream that opens more than this many milliseconds after the page requested its data may have missed events. */
const lateMs = 1_000;

export interface LiveListeners {
  readonly onUpdate: (migration: Migration) => void;
  readonly onTold: (name: LiveEventName, data: unknown) => void;
  /** Updates may have been missed: what is shown must be fetched again. */
  readonly onGap: () => void;
  readonly onEvent: (type: LiveEvent['type']) => void;
  readonly onRefused: () => void;
}

/** Converts signals into a page's reactions; reconnecting after a loss counts as a gap. */
export function receiveSignals(listeners: LiveListeners): Tell {
  const { onUpdate, onTold, onGap, onEvent, onRefused } = listeners;
  const startedAt = Date.now();
  let connected = false;
  let wasConnected = false;
  return (signal) => {
    switch (signal.type) {
      case 'connected':
        if (connected) return;
        connected = true;
        onEvent('connected');
        if (wasConnected || Date.now() - startedAt > lateMs) onGap();
        wasConnected = true;
        break;
      case 'lost':
      case 'offline':
        connected = false;
        onEvent(signal.type);
        break;
      case 'online':
        onEvent('online');
        break;
      case 'refused':
        onRefused();
        break;
      case 'resync':
        onGap();
        break;
      case 'update':
        onUpdate(signal.migration);
        break;
      case 'told':
        onTold(signal.name, signal.data);
        break;
    }
  };
}

/** What this browser's stream signals to each of its tabs. */
export type LiveSignal =
  | { readonly type: 'connected' }
  | { readonly type: 'lost' }
  /** The browser's own network events; each tab receives them directly. */
  | { readonly type: 'offline' | 'online' }
  /** The server rejected the stream; the session may have ended. */
  | { readonly type: 'refused' }
  /** The server cannot say all that was missed. */
  | { readonly type: 'resync' }
  | { readonly type: 'update'; readonly migration: Migration }
  /** Another event, with its data as it was sent. */
  | { readonly type: 'told'; readonly name: LiveEventName; readonly data: unknown };

export type Tell = (signal: LiveSignal) => void;
