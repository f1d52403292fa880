/** What the stream tells besides migrations: the names of its events, whose data the listeners know. */
export const liveEventNames = ['connection-update', 'connection-operation'] as const;

export type LiveEventName = (typeof liveEventNames)[number];

/** Events may have been missed: `gap` has no data. */
type Told = LiveEventName | 'gap';

type Listener = (data: unknown) => void;

/** Hands events of the one stream to whoever on the page listens for them. */
export interface LiveEvents {
  readonly tell: (name: Told, data?: unknown) => void;
  /** Returns the function that ends the subscription. */
  readonly subscribe: (name: Told, listener: Listener) => () => void;
}

export function createLiveEvents(): LiveEvents {
  const listeners = new Map<Told, Set<Listener>>();
  const of = (name: Told) => {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known);
    return known;
  };
  return {
    tell: (name, data) => {
      for (const listener of of(name)) listener(data);
    },
    subscribe: (name, listener) => {
      of(name).add(listener);
      return () => {
        of(name).delete(listener);
      };
    },
  };
}
