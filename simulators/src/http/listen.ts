import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpListener {
  /** The origin, such as `http://127.0.0.1:4101`. */
  readonly url: string;
  stop(): Promise<void>;
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.close((error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
    server.closeAllConnections();
  });

/** Serves requests on a port (0 chooses a free one); stopping cuts connections that are still open. */
export function listen(handler: RequestListener, host: string, port: number): Promise<HttpListener> {
  const server = createServer(handler);
  server.keepAliveTimeout = 65_000;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const { port: bound } = server.address() as AddressInfo;
      resolve({ url: `http://${host}:${bound}`, stop: () => close(server) });
    });
  });
}
