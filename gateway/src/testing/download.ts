import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

/** A file whose sending has begun; none of it is read before the test does. */
export interface OpenDownload {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** Reads until it ends, and answers how many bytes came. */
  read(): Promise<number>;
  /** Whether the connection is over. */
  isOver(): boolean;
  bytes(): number;
  close(): void;
}

/** Requests the log of a migration on its own connection. */
export async function openDownload(baseUrl: string, cookie: string): Promise<OpenDownload> {
  const { hostname, port } = new URL(baseUrl);
  const path = '/api/migrations/1/logs.ndjson';
  const sent = request({ hostname, port, path, headers: { cookie }, agent: false });
  sent.end();
  const [res] = (await once(sent, 'response')) as [IncomingMessage];
  sent.on('error', () => undefined);
  res.on('error', () => undefined);
  let bytes = 0;
  let isOver = false;
  res.socket.on('close', () => (isOver = true));
  const closed = new Promise<void>((resolve) => void res.once('close', resolve));
  return {
    status: res.statusCode ?? 0,
    retryAfter: res.headers['retry-after'],
    read: async () => {
      res.on('data', (chunk: Buffer) => (bytes += chunk.length));
      await closed;
      return bytes;
    },
    isOver: () => isOver,
    bytes: () => bytes,
    close: () => void res.destroy(),
  };
}
