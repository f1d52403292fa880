import type { Migration } from '@ridgeline/contracts';
import type { LiveEventName } from '../live-events.ts';

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
