import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';

/** A listening HTTP server; disposing it stops accepting, lets running requests end and closes their connections. */
export interface HttpServer extends AsyncDisposable {
  readonly server: Server;
  readonly url: string;
  readonly port: number;
}

/**
 * Idle connections live longer here than in any caller's keep-alive pool, so that a pooled connection is never closed
 * under a request (the keep-alive race of Node servers).
 */
export const keepAliveMs = 65_000;

/**
 * Express re-prototypes every request and response; handing Node its prototypes from the start saves about two thirds
 * of Express' own cost and changes nothing else (expressjs/express issue 5998).
 */
function expressServer(app: Express): Server {
  function Req(this: IncomingMessage, socket: Socket): void {
    IncomingMessage.call(this, socket);
  }
  function Res(this: ServerResponse, req: IncomingMessage): void {
    ServerResponse.call(this, req);
  }
  Req.prototype = app.request;
  Res.prototype = app.response;
  return createServer({ IncomingMessage: Req as never, ServerResponse: Res as never }, app);
}

/**
 * Ends a server's connections, each with the answer that it carries now. Node itself only closes those that rest at that
 * moment: a client that goes on asking over a kept one would hold the server open, and be cut off in the middle of an
 * answer when the process ends. `Connection: close` tells it to ask elsewhere next time.
 */
function closeGently(server: Server): () => Promise<void> {
  const running = new Set<ServerResponse>();
  let closing = false;
  server.prependListener('request', (_req, res) => {
    if (closing) res.shouldKeepAlive = false;
    running.add(res);
    res.once('close', () => {
      running.delete(res);
      // One whose headers had left before the end began: its connection rests now.
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
  });
  return () => {
    closing = true;
    for (const res of running) res.shouldKeepAlive = false;
    return new Promise((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  };
}

/** Listens on a host and port; port 0 takes a free one. Rejects when the port cannot be had. */
export async function listen(
  app: Express,
  { host, port }: { host: string; port: number },
): Promise<HttpServer> {
  const server = expressServer(app);
  server.keepAliveTimeout = keepAliveMs;
  server.headersTimeout = keepAliveMs + 1_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    server,
    port: bound,
    url: `http://${host}:${bound}`,
    [Symbol.asyncDispose]: closeGently(server),
  };
}
