import { createServer, IncomingMessage, ServerResponse, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { closeGently } from './close-gently.ts';

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

/** Where a server listens, and how it ends. */
export interface ListenAt {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** For how long nobody new must have come once it is to end (`closeGently`); it ends at once unless told. */
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
