/** The state of the live connection, told to the person by the badge. `since` is epoch milliseconds. */
export interface LiveState {
  readonly kind: 'connecting' | 'live' | 'reconnecting' | 'offline';
  readonly since: number;
}

/** An event of the connection, including the browser's own online and offline events. */
export interface LiveEvent {
  readonly type: 'connected' | 'lost' | 'offline' | 'online';
  readonly at: number;
}

/** The next state. `since` says when numbers stopped being fresh: a further failure does not move it. */
export function nextLiveState(state: LiveState, { type, at }: LiveEvent): LiveState {
  const change = (kind: LiveState['kind']): LiveState => (state.kind === kind ? state : { kind, since: at });
  switch (type) {
    case 'connected':
      return change('live');
    case 'offline':
      return { kind: 'offline', since: state.kind === 'live' ? at : state.since };
    case 'online':
      return state.kind === 'offline' ? { kind: 'reconnecting', since: state.since } : state;
    case 'lost':
      return state.kind === 'live' ? change('reconnecting') : state;
  }
}

/** The wait before the next attempt: 1 s doubling to 30 s, half of it random to prevent a stampede. */
export function reconnectDelay(attempt: number, random = Math.random): number {
  const full = Math.min(1000 * 2 ** attempt, 30_000);
  return full / 2 + (full / 2) * random();
}

/** The names of stream events other than migration updates; their listeners know the data. */
export const liveEventNames = ['connection-update', 'connection-operation', 'sync-update'] as const;

export type LiveEventName = (typeof liveEventNames)[number];

/** `gap`, which has no data, means that events may have been missed. */
type Told = LiveEventName | 'gap';

type Listener = (data: unknown) => void;

/** Hands events of the one stream to the parts of the page that listen for them. */
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
