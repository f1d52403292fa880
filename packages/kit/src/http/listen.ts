import { createServer, IncomingMessage, ServerResponse, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
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
 * Express gives every request and response a prototype of its own. Here they have it from the start, which saves much of
 * Express' own cost and changes nothing else (expressjs/express issue 5998). They are classes and not functions that call
 * Node's constructors: only of classes does V8 know how large their objects become.
 */
function expressServer(app: Express, options: ServerOptions): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as Express['response'];
  return createServer({ ...options, IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
}

/**
 * Ends a server's connections, each with the answer that it carries now. Node itself only closes those that rest at that
 * moment: a client that goes on asking over a kept one would hold the server open, and be cut off in the middle of an
 * answer when the process ends. `Connection: close` tells it to ask elsewhere next time.
 *
 * Before that it lingers for `lingerMs`: a request that is on its way over a kept connection, as the next ones of a busy
 * caller are at any moment, would be lost with that connection, and a caller may not send a write again by itself.
 *
 * Answers are remembered by connection: a collection that every request enters and leaves would keep them for long (ADR 17).
 */
function closeGently(server: Server, lingerMs: number): () => Promise<void> {
  const lastAnswers = new Map<Socket, ServerResponse>();
  let closing = false;
  const endWith = (res: ServerResponse): void => {
    res.shouldKeepAlive = false;
    // One whose headers had left before the end began: its connection rests afterwards.
    res.once('close', () =>
      setImmediate(() => {
        if (!server.listening) server.closeIdleConnections();
      }),
    );
  };
  server.on('connection', (socket) => {
    socket.once('close', () => lastAnswers.delete(socket));
  });
  server.prependListener('request', (req, res) => {
    lastAnswers.set(req.socket, res);
    if (closing) endWith(res);
  });
  return async () => {
    closing = true;
    for (const res of lastAnswers.values()) endWith(res);
    if (lingerMs > 0 && lastAnswers.size > 0) await delay(lingerMs);
    return new Promise((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  };
}

/** Where a server listens, and how it ends. */
export interface ListenAt {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** How long it still answers over kept connections once it is to end, each time for the last time; none unless told. */
  readonly lingerMs?: number;
}

/**
 * Listens on a host and port. Rejects when the port cannot be had. `options` are Node's own, for a server that needs
 * other deadlines.
 */
export async function listen(
  app: Express,
  { host, port, lingerMs = 0 }: ListenAt,
  options: ServerOptions = {},
): Promise<HttpServer> {
  const kept = { keepAliveTimeout: keepAliveMs, headersTimeout: keepAliveMs + 1_000 };
  const server = expressServer(app, { ...kept, ...options });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    server,
    port: bound,
    url: `http://${host}:${bound}`,
    [Symbol.asyncDispose]: closeGently(server, lingerMs),
  };
}
