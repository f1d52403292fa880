import { retry, unboundedRetry, type Logger } from '@ridgeline/kit';
import { Client, escapeIdentifier } from 'pg';
import { translateError } from './postgres-errors.ts';

/** Called with the payload of a notification; '' after a reconnection. */
export type OnNotify = (payload: string) => void;

/** What a listener needs. */
export interface ListenerOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly channel: string;
  readonly onNotify: OnNotify;
  readonly logger: Logger | undefined;
}

const listenRetry = { ...unboundedRetry, baseMs: 50, capMs: 5_000, jitter: [0.5, 1.5] } as const;

/** Listens on a connection of its own. The first connection must succeed; a later loss is repaired with growing waits. */
export async function listenTo(options: ListenerOptions): Promise<AsyncDisposable> {
  const listener = new Listener(options);
  await listener.connect();
  return listener;
}

class Listener implements AsyncDisposable {
  readonly #options: ListenerOptions;
  readonly #stop = new AbortController();
  #client: Client | undefined;
  #repair: Promise<void> = Promise.resolve();

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  async connect(): Promise<void> {
    const { url, applicationName, channel, onNotify } = this.#options;
    const client = new Client({
      connectionString: url,
      application_name: `${applicationName} listener`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => onNotify(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw translateError(error, true);
    }
    client.once('end', () => {
      if (!this.#stop.signal.aborted) this.#repair = this.#connectAgain();
    });
    this.#client = client;
  }

  async #connectAgain(): Promise<void> {
    const { channel, onNotify, logger } = this.#options;
    const { signal } = this.#stop;
    const connectAndTell = async (): Promise<void> => {
      await this.connect();
      onNotify('');
    };
    await retry(listenRetry, connectAndTell, {
      signal,
      onWait: ({ error, waitMs }) =>
        logger?.warn({ err: error, channel, waitMs }, 'Not listening for notifications; trying again'),
    }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#repair;
    await this.#client?.end().catch(() => undefined);
  }
}
