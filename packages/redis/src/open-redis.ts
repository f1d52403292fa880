import {
  AppError,
  backoffMs,
  certificateFault,
  distrustedServer,
  nodeCode,
  unboundedRetry,
  withTimeout,
  type Logger,
} from '@ridgeline/kit';
import { counter, readGauge, type Registry } from '@ridgeline/kit/metrics';
import { ConnectionTimeoutError, createClient, ErrorReply, SocketClosedUnexpectedlyError } from 'redis';
import { redisDefinitions } from './metric-definitions.ts';

/** How a process joins Redis. */
export interface RedisOptions {
  /** `redis://…` or `rediss://…`, with the password if there is one. */
  readonly url: string;
  /** Names the connection in `CLIENT LIST`. */
  readonly name: string;
  readonly logger: Logger;
  /** How long `openRedis` waits for the first connection. Default 10 s. */
  readonly connectWithinMs?: number;
  /** Whether Redis reports changes, for `onKeyChange`. */
  readonly tellsKeyChanges?: boolean;
  /** Where the connection is measured; nowhere unless given. */
  readonly metrics?: Registry;
}

/** Called with the key, or with null when any may have changed: all were dropped, or the connection is lost. */
export type OnKeyChange = (key: string | null) => void;

/** The node-redis client, as `openRedis` configures it. */
export type RedisClient = ReturnType<typeof newClient>;

/** A connection to Redis that reconnects automatically. Disposing it closes the connection after the pending commands. */
export interface Redis extends AsyncDisposable {
  /** For libraries that want node-redis itself (connect-redis), and for commands. While Redis is unavailable commands reject immediately. */
  readonly client: RedisClient;
  /**
   * Calls back for each key that was read over this connection and has changed since, as soon as Redis reports it. Only for
   * connections that were opened with `tellsKeyChanges`.
   */
  onKeyChange(listener: OnKeyChange): void;
  /** For readiness: rejects when Redis does not answer within 2 s. */
  ping(): Promise<void>;
}

/** Connects. Rejects with a retriable `server.unavailable` when Redis does not answer in time. */
export async function openRedis({
  url,
  name,
  logger,
  connectWithinMs = 10_000,
  tellsKeyChanges = false,
  metrics,
}: RedisOptions): Promise<Redis> {
  const client = newClient(url, name, tellsKeyChanges);
  const told = new Set<string>();
  let lastError: unknown;
  const lost = metrics && counter(metrics, redisDefinitions.redisDisconnections);
  if (metrics) readGauge(metrics, redisDefinitions.redisConnected, (set) => set(Number(client.isReady)));
  // Without a listener, node-redis' error events would end the process. One line for each outage and kind of error is
  // enough: the first says how the connection ended, the next why there is no new one.
  client.on('error', (error: Error) => {
    lastError = error;
    if (told.size === 0) lost?.inc();
    const kind = 'code' in error ? String(error.code) : error.constructor.name;
    if (!told.has(kind)) logger.warn({ err: error }, 'Redis is not reachable; trying to reconnect');
    told.add(kind);
  });
  client.on('ready', () => {
    if (told.size > 0) logger.info('Redis is reachable again');
    told.clear();
  });
  try {
    await withTimeout(connectWithinMs, client.connect());
  } catch (error) {
    client.destroy();
    const cause = lastError ?? error;
    const reason = refusalReason(url, cause);
    const details = { variable: 'REDIS_URL', address: new URL(url).host, ...(reason !== null && { reason }) };
    throw unavailable(cause, details);
  }
  return {
    client,
    onKeyChange(listener) {
      client.on('invalidate', (key: Buffer | string | null) => listener(key && String(key)));
      client.on('error', () => listener(null));
    },
    async ping() {
      await withTimeout(2_000, client.ping()).catch((error: unknown) => {
        throw unavailable(error);
      });
    },
    async [Symbol.asyncDispose]() {
      if (!client.isOpen) return;
      if (client.isReady) await withTimeout(2_000, client.close()).catch(() => client.destroy());
      else client.destroy();
    },
  };
}

/** How often a connection is retried, and after how much silence it is closed: a Redis that hangs counts as unavailable. */
const tryEveryMs = 2_000;
const silentForMs = 5_000;

function newClient(url: string, name: string, tellsKeyChanges: boolean) {
  return createClient({
    url,
    name,
    // Commands fail immediately while Redis is unavailable: a request that cannot be served should say so, and a queue of waiting
    // commands would grow for as long as the outage lasts.
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    maintNotifications: 'disabled',
    emitInvalidate: tellsKeyChanges,
    // node-redis' time limit is for commands that wait to be written. None waits here, and a limit costs more than the
    // command: an AbortSignal for each.
    commandOptions: { timeout: 0 },
    pingInterval: tryEveryMs,
    socket: {
      connectTimeout: 3_000,
      socketTimeout: silentForMs,
      reconnectStrategy: (retries) => backoffMs(reconnectRetry, retries + 1),
    },
  });
}

const reconnectRetry = { ...unboundedRetry, baseMs: 50, capMs: 2_000, jitter: [0.75, 1.25] } as const;

function unavailable(cause: unknown, more: Readonly<Record<string, string>> = {}): AppError {
  return new AppError('server.unavailable', { details: { dependency: 'redis', ...more }, cause });
}

/** The codes with which Redis rejects an unauthenticated client. */
const refusals = /^(WRONGPASS|NOAUTH|NOPERM)\b/;

/** The configuration error behind a failed connection, for the operator who starts the process; null when there is none. */
export function refusalReason(url: string, error: unknown): string | null {
  if (certificateFault(error) === 'server') return distrustedServer;
  if (error instanceof ErrorReply && refusals.test(error.message))
    return 'Redis refused the sign-in: the name or the password is wrong or missing';
  // A Redis without TLS waits for the rest of the greeting, which is no command to it.
  if (error instanceof ConnectionTimeoutError && url.startsWith('rediss:'))
    return 'No connection by TLS came about in time: where Redis takes no TLS at this port the address begins with redis://';
  const closed = error instanceof SocketClosedUnexpectedlyError || nodeCode(error) === 'ECONNRESET';
  return closed && url.startsWith('redis:')
    ? 'Redis closed the connection before it answered: where it asks for TLS the address begins with rediss://'
    : null;
}
