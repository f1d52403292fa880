import express, { Router, type Express, type RequestHandler } from 'express';
import type { Registry } from 'prom-client';
import { AppError } from '../errors.ts';
import type { Logger } from '../logging/logger.ts';
import { withSpan } from '../telemetry/spans.ts';
import { readCaller } from './caller.ts';
import { answerErrors, answerNotFound } from './error-answer.ts';
import { measureRequests } from './request-metrics.ts';
import { requestContext } from './request-context.ts';

/** What the HTTP side of a service is made of. */
export interface ServiceAppOptions {
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly identityKey: string;
  readonly routes: (router: Router) => void;
  /** The largest JSON body, in Express' notation. */
  readonly bodyLimit?: string;
}

const bodyMethods = new Set(['POST', 'PUT', 'PATCH']);

/** Refuses a body that is not JSON; a request without any body passes. */
export const requireJson: RequestHandler = (req, _res, next) => {
  const empty = (req.headers['content-length'] ?? '0') === '0' && !req.headers['transfer-encoding'];
  if (bodyMethods.has(req.method) && !empty && !req.is('application/json'))
    throw new AppError('request.unsupported_media_type');
  next();
};

const traceRequest: RequestHandler = (req, res, next) => {
  const finished = new Promise<void>((resolve) => res.once('close', resolve));
  const traceparent = req.headers['traceparent'];
  void withSpan(
    `HTTP ${req.method}`,
    { 'http.request.method': req.method, 'url.path': req.path },
    () => {
      next();
      return finished;
    },
    { kind: 'server', traceparent: typeof traceparent === 'string' ? traceparent : undefined },
  );
};

/** The Express app of a service behind the gateway: identity, JSON, routes, and the contract's error answers. */
export function createServiceApp(options: ServiceAppOptions): Express {
  const { logger, metrics, identityKey, routes, bodyLimit = '100kb' } = options;
  const app = express().disable('x-powered-by').disable('etag');
  const router = Router();
  routes(router);
  app.use(
    requestContext(logger, { trustRequestId: true }),
    traceRequest,
    measureRequests(metrics),
    readCaller(identityKey),
    requireJson,
    express.json({ limit: bodyLimit }),
    router,
    answerNotFound,
    answerErrors(logger),
  );
  return app;
}
