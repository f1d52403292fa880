import type { Migration } from '@ridgeline/contracts';
import type { LiveEvent, LiveEventName } from '../live-state.ts';

/** A page whose stream opens later than this after it asked for its data has perhaps missed something, in milliseconds. */
const lateMs = 1_000;

export interface LiveListeners {
  readonly onUpdate: (migration: Migration) => void;
  readonly onTold: (name: LiveEventName, data: unknown) => void;
  /** Updates may have been missed: what is shown must be fetched again. */
  readonly onGap: () => void;
  readonly onEvent: (type: LiveEvent['type']) => void;
  readonly onRefused: () => void;
}

/** Turns signals into what a page does about them: a page that is connected again after a loss has missed something. */
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

/** What the stream of this browser tells each of its tabs. */
export type LiveSignal =
  | { readonly type: 'connected' }
  | { readonly type: 'lost' }
  /** What the browser says of the network; each tab hears that itself. */
  | { readonly type: 'offline' | 'online' }
  /** The server refused the stream; perhaps the session is over. */
  | { readonly type: 'refused' }
  /** The server cannot say all that was missed. */
  | { readonly type: 'resync' }
  | { readonly type: 'update'; readonly migration: Migration }
  /** Another event, with its data as it was sent. */
  | { readonly type: 'told'; readonly name: LiveEventName; readonly data: unknown };

export type Tell = (signal: LiveSignal) => void;
