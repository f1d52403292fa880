import express, { Router, type Express, type Request, type RequestHandler } from 'express';
import type { Registry } from '../metrics/index.ts';
import { AppError } from '../errors.ts';
import type { IdentityVerifierOptions } from '../identity/identity-verifier.ts';
import type { Logger } from '../logger.ts';
import { readCaller } from './caller.ts';
import { answerErrors, answerNotFound } from './error-answer.ts';
import { measureRequests } from './request-metrics.ts';
import { requestContext } from './request-context.ts';
import { sentTraceparent, traceRequests } from './trace-request.ts';

/** What the HTTP side of a service is made of. */
export interface ServiceAppOptions extends IdentityVerifierOptions {
  readonly logger: Logger;
  readonly metrics: Registry;
  readonly routes: (router: Router) => void;
  /** The largest JSON body, in Express' notation. */
  readonly bodyLimit?: string;
  /** The same for paths whose bodies may be larger. */
  readonly bodyLimits?: Readonly<Record<string, string>>;
}

const bodyMethods = new Set(['POST', 'PUT', 'PATCH']);

/** Refuses a body that is not JSON; a request without any body passes. */
export const requireJson: RequestHandler = (req, _res, next) => {
  const empty = (req.headers['content-length'] ?? '0') === '0' && !req.headers['transfer-encoding'];
  if (bodyMethods.has(req.method) && !empty && !req.is('application/json'))
    throw new AppError('request.unsupported_media_type');
  next();
};

/** Reads a body of any type as a whole, decompressed but not parsed; `wholeBody` returns it. */
export const rawBody = (limit: string): RequestHandler => express.raw({ type: () => true, limit });

/** The request's body when it was read whole (`rawBody`), else null. */
export function wholeBody(req: Pick<Request, 'body'>): Buffer | null {
  const body: unknown = req.body;
  return body instanceof Buffer ? body : null;
}

/** The Express app of a service behind the gateway: identity, JSON, routes, and the contract's error answers. */
export function createServiceApp(options: ServiceAppOptions): Express {
  const { logger, metrics, routes, bodyLimit = '100kb', bodyLimits = {} } = options;
  const app = express().disable('x-powered-by').disable('etag');
  const router = Router();
  routes(router);
  app.use(
    traceRequests(sentTraceparent),
    requestContext(logger, { trustRequestId: true }),
    measureRequests(metrics),
    readCaller(options),
    requireJson,
  );
  for (const [path, limit] of Object.entries(bodyLimits)) app.use(path, express.json({ limit }));
  // Skips bodies that have been read already.
  app.use(express.json({ limit: bodyLimit }), router, answerNotFound, answerErrors(logger));
  return app;
}
