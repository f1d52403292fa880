import { Agent, type ClientRequest } from 'node:http';
import { AppError, keepAliveMs } from '@ridgeline/kit';
import type { Request, Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';

/** A service as the gateway reaches it. */
export interface Upstream extends Disposable {
  /**
   * Sends the request on as it now stands and streams the answer back. `failed` is told when no answer came and nothing
   * was sent yet.
   */
  forward(req: Request, res: Response, failed: (error: AppError) => void): void;
}

/** Connections rest for less than the services keep them, so that none is closed while a request is put on it. */
const restMs = keepAliveMs / 2;
/** Longer than the slowest call, which tries credentials at both vendors. */
const answerMs = 60_000;
const retriable = new Set(['GET', 'HEAD']);

/** How one attempt went on: httpxy tells only through events. */
interface Attempts {
  readonly plugin: Plugin<Request, Response>;
  onReusedConnection(req: Request): boolean;
}

function watchAttempts(): Attempts {
  const requests = new WeakMap<object, ClientRequest>();
  return {
    plugin: (proxy) => {
      proxy.on('proxyReq', (proxyReq, req) => void requests.set(req, proxyReq));
      proxy.on('proxyRes', (proxyRes, _req, res) => {
        // These speak of the connection to the service, not of the one to the client.
        delete proxyRes.headers['keep-alive'];
        delete proxyRes.headers['set-cookie'];
        proxyRes.headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close';
      });
      // Failures arrive through `next`; without a listener the event itself would be thrown.
      proxy.on('error', () => undefined);
    },
    onReusedConnection: (req) => requests.get(req)?.reusedSocket ?? false,
  };
}

/**
 * A proxy to one service over kept connections. A read that failed on a reused connection is tried once more: the service
 * may have gone away between two requests (a rolling restart), and the client need not know.
 */
export function createUpstream(name: string, url: string): Upstream {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 64, timeout: restMs });
  const attempts = watchAttempts();
  const proxy = createProxyMiddleware<Request, Response>({
    target: url,
    agent,
    changeOrigin: true,
    proxyTimeout: answerMs,
    // The default plugins log and answer in their own words.
    ejectPlugins: true,
    plugins: [attempts.plugin],
  });

  const send = (req: Request, res: Response, failed: (error: AppError) => void, again: boolean): void => {
    void proxy(req, res, (cause) => {
      if (res.headersSent || res.destroyed) res.destroy();
      else if (again && retriable.has(req.method) && attempts.onReusedConnection(req))
        send(req, res, failed, false);
      else failed(new AppError('server.unavailable', { details: { upstream: name }, cause }));
    });
  };

  return {
    forward: (req, res, failed) => send(req, res, failed, true),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
