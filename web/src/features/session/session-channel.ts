/** What a tab tells this browser's other tabs about their shared session. */
export type SessionMessage =
  /** About to sign out: the end that the others will notice is no expiry. */
  | { readonly type: 'signing-out' }
  /** Signing out failed; the session continues. */
  | { readonly type: 'stayed' }
  | { readonly type: 'signed-out' }
  | { readonly type: 'signed-in'; readonly userId: number };

const types: readonly unknown[] = ['signing-out', 'stayed', 'signed-out', 'signed-in'];

/** A tab of another app version may send other messages; those are ignored. */
function isMessage(data: unknown): data is SessionMessage {
  return typeof data === 'object' && data !== null && 'type' in data && types.includes(data.type);
}

export interface SessionChannel {
  /** Tells every other tab, but not this one. */
  readonly tell: (message: SessionMessage) => void;
  /** Returns the function that ends listening. */
  readonly listen: (listener: (message: SessionMessage) => void) => () => void;
  readonly close: () => void;
}

export function createSessionChannel(name = 'ridgeline.session'): SessionChannel {
  const channel = new BroadcastChannel(name);
  return {
    tell(message) {
      channel.postMessage(message);
    },
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (isMessage(data)) listener(data);
      };
      channel.addEventListener('message', onMessage);
      return () => {
        channel.removeEventListener('message', onMessage);
      };
    },
    close() {
      channel.close();
    },
  };
}
