/** The state of the live connection, told to the person by the badge. `since` is epoch milliseconds. */
export interface LiveState {
  readonly kind: 'connecting' | 'live' | 'reconnecting' | 'offline';
  readonly since: number;
}

/** What happens to the connection: the browser's own on- and offline among it. */
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

/** The wait before the next try: 1 s doubling to 30 s, with up to half of it at random against stampedes. */
export function reconnectDelay(attempt: number, random = Math.random): number {
  const full = Math.min(1000 * 2 ** attempt, 30_000);
  return full / 2 + (full / 2) * random();
}
