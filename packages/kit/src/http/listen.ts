import { createServer, IncomingMessage, ServerResponse, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as polled } from 'node:timers/promises';
import type { Express } from 'express';
import { pause } from '../retry/retry.ts';

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
  /**
   * After a stop, the port closes once no new connection has arrived for this long (`drainServer`). Default: it closes
   * immediately.
   */
  readonly lingerMs?: number;
}

/**
 * Listens on a host and port. Rejects when the port is not available. `options` are Node's own, for a server that needs
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
    [Symbol.asyncDispose]: drainServer(server, lingerMs),
  };
}

/** The maximum time that a server lingers, in multiples of its `lingerMs`, even if connections still arrive. */
const maxLingers = 10;

/**
 * Ends a server without cutting off any caller. Node itself closes the connections that are idle at that moment and refuses
 * new ones: a caller that is about to send a request, or does not know yet that this process is stopping, would fail.
 *
 * So the server lingers first. Each answer says `Connection: close`, which makes its caller send the next request
 * elsewhere; a request in flight over a kept connection is still answered, because a caller may not repeat a write
 * automatically; and new connections are accepted until none has arrived for `lingerMs`: cluster nodes that learn late that
 * a pod is stopping keep sending callers here. After that, connections without a request in progress are closed, including
 * those that never had one (a browser opens some in advance), for which Node would wait.
 *
 * Answers are tracked by connection: a collection that every request enters and leaves would retain them for long (ADR 17).
 */
export function drainServer(server: Server, lingerMs: number): () => Promise<void> {
  const lastAnswers = new Map<Socket, ServerResponse | null>();
  let closing = false;
  let cameAt = 0;
  server.on('connection', (socket) => {
    cameAt = performance.now();
    lastAnswers.set(socket, null);
    socket.once('close', () => lastAnswers.delete(socket));
  });
  const endWith = (res: ServerResponse): void => {
    res.shouldKeepAlive = false;
    // If the headers were sent before the stop, they kept the connection open: it is idle once the answer is finished.
    // An answer that was cut off has no connection left.
    res.once('finish', () =>
      setImmediate(() => {
        if (!server.listening) server.closeIdleConnections();
      }),
    );
  };
  server.prependListener('request', (req, res) => {
    lastAnswers.set(req.socket, res);
    if (closing) endWith(res);
  });
  const linger = async (): Promise<void> => {
    const began = performance.now();
    for (let restMs = lingerMs; restMs > 0;) {
      await pause(restMs);
      // A process that was paused runs its timers before it accepts the connections that came during the pause.
      await polled();
      const now = performance.now();
      restMs = Math.min(cameAt + lingerMs, began + maxLingers * lingerMs) - now;
    }
  };
  return async () => {
    closing = true;
    for (const res of lastAnswers.values()) if (res) endWith(res);
    await linger();
    return new Promise((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
      for (const [socket, res] of lastAnswers) if (res === null) socket.destroy();
    });
  };
}
