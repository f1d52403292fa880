import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import { newId } from '../ids.ts';
import { withLogContext } from '../logging/log-context.ts';
import type { Logger } from '../logging/logger.ts';

const requestIdPattern = /^[\w-]{8,64}$/;

const requestIds = new WeakMap<IncomingMessage, string>();

/** The id of a request, also sent back as `x-request-id`; empty outside of `requestContext`. */
export function requestIdOf(req: IncomingMessage): string {
  return requestIds.get(req) ?? '';
}

/** Calls between our services that went well are worth a line only when somebody looks for them. */
function levelOf(req: IncomingMessage, res: ServerResponse): 'error' | 'info' | 'debug' {
  if (res.statusCode >= 500) return 'error';
  return res.statusCode < 400 && req.url?.startsWith('/internal/') ? 'debug' : 'info';
}

/**
 * Gives each request an id, one access-log line and a log context. Behind the gateway the id that the gateway made is
 * kept; at the public door (`trustRequestId: false`) a client's own id is ignored.
 */
export function requestContext(
  logger: Logger,
  { trustRequestId }: { trustRequestId: boolean },
): RequestHandler {
  const accessLog = pinoHttp({
    logger,
    genReqId: (req, res) => {
      const sent = req.headers['x-request-id'];
      const id = trustRequestId && typeof sent === 'string' && requestIdPattern.test(sent) ? sent : newId();
      res.setHeader('x-request-id', id);
      requestIds.set(req, id);
      return id;
    },
    customLogLevel: levelOf,
    customAttributeKeys: { responseTime: 'durationMs' },
    serializers: {
      req: (req: { method: string; url: string }) => ({ method: req.method, path: req.url.split('?')[0] }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
      err: (error: { name?: string }) => ({ name: error.name }),
    },
  });
  return (req, res, next) => {
    accessLog(req, res);
    withLogContext({ requestId: requestIdOf(req) }, next);
  };
}
