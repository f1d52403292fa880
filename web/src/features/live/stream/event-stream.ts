import {
  liveHeartbeatMs,
  liveReaderSchema,
  migrationEvents,
  type LiveReader,
  type Migration,
} from '@ridgeline/contracts';
import { liveEventNames, reconnectDelay } from '../live-state.ts';
import type { Tell } from './receive.ts';

/** After this much silence, in milliseconds, the stream is considered dead: more than two heartbeats are missing. */
const deadAfterMs = 2 * liveHeartbeatMs + 10_000;
/** After a sleep less silence is accepted: one heartbeat, late. */
const doubtedAfterMs = liveHeartbeatMs + 5_000;
/** The minimum time between attempts while the user switches between tabs. */
const triesApartMs = 2_000;

export interface EventStream {
  readonly isConnected: () => boolean;
  /** Checks whether the stream is alive and whether an attempt is due, because timers of background tabs fire late. */
  readonly check: () => void;
  /** The user has returned, or the machine has slept: a doubtful stream is reopened without waiting. */
  readonly wake: () => void;
  /** The network is back. */
  readonly reconnect: () => void;
  /** The network is gone. */
  readonly pause: () => void;
  readonly close: () => void;
}

/**
 * Opens an event stream and keeps it open. The browser itself resumes a broken connection, but it stops after a rejected
 * one, so this function reconnects. A stream that another user's cookie opened is treated as rejected.
 */
export function openEventStream(reader: LiveReader, tell: Tell): EventStream {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let connected = false;
  let triedAt = 0;
  let heardAt = 0;
  /** When this code's own next attempt is due; null while the browser maintains the connection. */
  let dueAt: number | null = null;

  const drop = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
    connected = false;
    tell({ type: 'lost' });
  };
  const connectAfter = (ms: number) => {
    dueAt = Date.now() + ms;
    timer = setTimeout(connect, ms);
  };
  const refuse = () => {
    drop();
    tell({ type: 'refused' });
    connectAfter(reconnectDelay(attempt++));
  };

  function connect() {
    clearTimeout(timer);
    source?.close();
    dueAt = null;
    triedAt = heardAt = Date.now();
    const opened = new EventSource(migrationEvents.path);
    source = opened;
    const hear = (name: string, listener: (data: unknown) => void) => {
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
        heardAt = Date.now();
        listener(JSON.parse(data));
      });
    };
    hear('connected', (data) => {
      if (!isOf(reader, data)) {
        refuse();
        return;
      }
      attempt = 0;
      connected = true;
      tell({ type: 'connected' });
    });
    hear('heartbeat', () => undefined);
    hear('resync', () => {
      tell({ type: 'resync' });
    });
    hear('migration-update', (data) => {
      tell({ type: 'update', migration: data as Migration });
    });
    for (const name of liveEventNames)
      hear(name, (data) => {
        tell({ type: 'told', name, data });
      });
    opened.addEventListener('error', () => {
      if (opened.readyState === EventSource.CLOSED) {
        refuse();
        return;
      }
      connected = false;
      tell({ type: 'lost' });
    });
  }
  const reconnect = () => {
    drop();
    connect();
  };

  connect();
  return {
    isConnected: () => connected,
    check: () => {
      const isDue = dueAt === null ? Date.now() - heardAt > deadAfterMs : Date.now() >= dueAt;
      if (isDue) reconnect();
    },
    wake: () => {
      const last = connected ? heardAt + doubtedAfterMs : triedAt + triesApartMs;
      if (Date.now() > last) reconnect();
    },
    reconnect,
    pause: () => {
      drop();
      // The browser may be wrong about the network.
      connectAfter(deadAfterMs);
    },
    close: () => {
      clearTimeout(timer);
      source?.close();
    },
  };
}

function isOf({ userId, companyId }: LiveReader, data: unknown): boolean {
  const opener = liveReaderSchema.safeParse(data);
  return opener.success && opener.data.userId === userId && opener.data.companyId === companyId;
}
