import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { withLogContext, type Logger } from '../logger.ts';
import { currentTraceId } from '../telemetry/spans.ts';
import { callerInLogs } from './caller.ts';

const requestIdPattern = /^[\w-]{8,64}$/;

declare module 'express-serve-static-core' {
  interface Request {
    requestId?: string;
  }
}

/** The id of a request, also sent back as `x-request-id`; empty outside of `requestContext`. */
export function requestIdOf(req: Request): string {
  return req.requestId ?? '';
}

/** The request's own id where it is trusted and well formed, else a new one. */
function chooseId(req: IncomingMessage, trustRequestId: boolean): string {
  const sent = req.headers['x-request-id'];
  return trustRequestId && typeof sent === 'string' && requestIdPattern.test(sent) ? sent : randomUUID();
}

/** Calls between our services, and deliveries of AccuLynx: successful ones are logged at debug level only. */
const isRoutine = (path: string): boolean => path.startsWith('/internal/') || path.startsWith('/hooks/');

function levelOf(path: string, status: number): 'error' | 'info' | 'debug' {
  if (status >= 500) return 'error';
  return status < 400 && isRoutine(path) ? 'debug' : 'info';
}

function outcomeOf(res: ServerResponse): string {
  if (!res.writableFinished) return 'request aborted';
  return res.statusCode >= 500 ? 'request errored' : 'request completed';
}

/**
 * Writes one log line when a request is over, however it ends. Not by pino-http, which creates a logger for each request
 * and searches every line for secrets: here it is known what a line contains, and that it contains no secret.
 */
function accessLog(logger: Logger): (req: Request, res: ServerResponse, requestId: string) => void {
  const lines = logger.child({}, { redact: [] });
  return (req, res, requestId) => {
    const start = performance.now();
    // The trace is no longer active when the connection closes.
    const traceId = currentTraceId();
    const { method, url } = req;
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    res.once('close', () => {
      const { statusCode: status } = res;
      const durationMs = Math.round(performance.now() - start);
      lines[levelOf(path, status)](
        {
          requestId,
          ...(traceId ? { traceId } : {}),
          ...callerInLogs(req),
          req: { method, path: shownPath(path) },
          res: { status },
          durationMs,
        },
        outcomeOf(res),
      );
    });
  };
}

/**
 * Mount it after `traceRequests`. Gives each request an id, one access-log line and a log context. Behind the gateway, the
 * gateway's id is kept; at the public entrance (`trustRequestId: false`) a client's own id is ignored.
 */
export function requestContext(
  logger: Logger,
  { trustRequestId }: { trustRequestId: boolean },
): RequestHandler {
  const log = accessLog(logger);
  return (req, res, next) => {
    const requestId = chooseId(req, trustRequestId);
    req.requestId = requestId;
    res.setHeader('x-request-id', requestId);
    log(req, res, requestId);
    withLogContext({ requestId }, next);
  };
}

/** Words of our addresses (`reset-password`, `logs.ndjson`), and ids. */
const plainSegment = /^(?:[a-z_]{0,24}(?:[-.][a-z]{1,24}){0,4}|\d{1,16})$/;

/**
 * A path for a log or a trace. Users may put anything into an address, including a token: a segment that is neither a plain
 * word nor the id of a record is hidden.
 */
export const shownPath = (path: string): string =>
  path
    .split('/')
    .map((segment) => (plainSegment.test(segment) ? segment : '…'))
    .join('/');
