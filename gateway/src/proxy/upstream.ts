import { Agent, type ClientRequest } from 'node:http';
import { AppError, keepAliveMs } from '@ridgeline/kit';
import { wholeBody } from '@ridgeline/kit/service';
import type { Request, Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';

/** A service as the gateway reaches it. */
export interface Upstream extends Disposable {
  /**
   * Forwards the request in its current state, with its `wholeBody`, and streams the answer back. Calls `failed` when no
   * answer came and nothing was sent yet, or when too many requests already wait for a connection.
   */
  forward(req: Request, res: Response, failed: (error: AppError) => void): void;
}

/**
 * How long a connection may be silent. An idle one closes before the service would close it, so that none closes while a
 * request is being sent on it. A pending one outlasts the slowest call, a connection's save, which asks both vendors for up
 * to 40 s. One value serves both, because Node then sets the timer once per connection and not twice per request.
 */
const silenceMs = keepAliveMs - 5_000;
const retriable = new Set(['GET', 'HEAD']);

/** One forwarded request: httpxy reports on it by events. */
interface Attempt {
  /** Known once there is a connection. */
  connection: ClientRequest | null;
  readonly failed: (cause: unknown) => void;
}

declare module 'express-serve-static-core' {
  interface Request {
    /**
     * The current attempt to forward it. A property, to spare the garbage collector, like all that belongs to a request
     * (ADR 17).
     */
    attempt?: Attempt | undefined;
  }
}

/** The parts of the service's address, so that it is not parsed again for every request. */
function targetOf(url: string) {
  const { protocol, hostname, port } = new URL(url);
  return { protocol, host: hostname, hostname, port };
}

/** Hands httpxy's events to the attempt of their request; each attempt fails at most once. */
const watchAttempts: Plugin<Request, Response> = (proxy) => {
  proxy.on('proxyReq', (proxyReq, req) => {
    if (req.attempt) req.attempt.connection = proxyReq;
    // httpxy then finds the request at its end, and ends this one.
    const body = wholeBody(req);
    if (body) proxyReq.write(body);
  });
  proxy.on('proxyRes', (proxyRes, _req, res) => {
    // These speak of the connection to the service, not of the one to the client.
    delete proxyRes.headers['keep-alive'];
    delete proxyRes.headers['set-cookie'];
    proxyRes.headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close';
  });
  proxy.on('error', (error, req) => {
    if (!req?.attempt) return;
    const { failed } = req.attempt;
    req.attempt = undefined;
    failed(error);
  });
};

/** How many connections a service is given, and how many requests may wait for one. */
export interface UpstreamLimits {
  readonly connections: number;
  readonly waiting: number;
}

/**
 * A service that answers in 100 ms processes this many in a fifth of a second. Where more wait, it does not keep up, and
 * the last one would time out before its turn.
 */
const usualLimits: UpstreamLimits = { connections: 256, waiting: 512 };

/**
 * A proxy to one service over kept connections. A read that failed on a reused connection is retried once: the service
 * may have stopped between two requests (a rolling restart), and the client need not know.
 */
export function createUpstream(
  name: string,
  url: string,
  { connections, waiting }: UpstreamLimits = usualLimits,
): Upstream {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: 64,
    timeout: silenceMs,
  });
  const proxy = createProxyMiddleware<Request, Response>({
    target: targetOf(url),
    agent,
    changeOrigin: true,
    proxyTimeout: silenceMs,
    // The default plugins log and answer in their own words.
    ejectPlugins: true,
    plugins: [watchAttempts],
  });

  const isFull = (): boolean => Object.values(agent.requests).some((line) => (line?.length ?? 0) >= waiting);

  const send = (req: Request, res: Response, failed: (error: AppError) => void, again: boolean): void => {
    const attempt: Attempt = {
      connection: null,
      failed: (cause) => {
        const stale = attempt.connection?.reusedSocket ?? false;
        if (res.headersSent || res.destroyed) res.destroy();
        else if (again && stale && retriable.has(req.method)) send(req, res, failed, false);
        else failed(new AppError('server.unavailable', { details: { upstream: name }, cause }));
      },
    };
    req.attempt = attempt;
    void proxy(req, res);
  };

  return {
    forward: (req, res, failed) => {
      if (isFull())
        failed(new AppError('server.unavailable', { details: { upstream: name }, retryAfterSeconds: 1 }));
      else send(req, res, failed, true);
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
