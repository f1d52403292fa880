import { AppError, currentTraceparent, requestIdOf } from '@ridgeline/kit';
import { rawBody, wholeBody } from '@ridgeline/kit/service';
import { Router, type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { forwardedHeaders } from '../proxy/forwarded-headers.ts';
import type { Upstream } from '../proxy/upstream.ts';
import { apiHeaders } from '../security-headers.ts';
import { createHookCallers } from './hook-callers.ts';

/** What AccuLynx' deliveries go on with. */
export interface HookParts {
  /** The connection service, over connections that nothing else uses. */
  readonly upstream: Upstream;
  /** The gateway's own identity there. */
  readonly token: () => Promise<string>;
}

/** A token as connections have it: 256 bits, in base64url. */
const hookPath = /^\/hooks\/acculynx\/([\w-]{43})$/;

/** Whether the request is for a hook, in whatever spelling. */
export const isHookRequest = ({ url }: Pick<Request, 'url'>): boolean => /^\/hooks(?:[/?]|$)/.test(url);

const tokenOf = (req: Request): string => String(req.params['token']);

/** AccuLynx' largest event, a job with all its details, is far below. */
const readBody = rawBody('256kb');

/** Too much is told; what cannot be unpacked goes on without its body, as anything else that cannot be read. */
const bodyFailed: ErrorRequestHandler = (error: unknown, req, _res, next) => {
  const { type } = error as { readonly type?: unknown };
  if (type === 'entity.too.large')
    throw new AppError('request.too_large', { text: 'The request body is too large; the limit is 256 kB' });
  if (req.destroyed || type === 'request.aborted') throw error;
  req.body = undefined;
  next();
};

/**
 * Takes AccuLynx' deliveries: a POST to exactly a connection's address, without a session. Whatever else is below `/hooks` does
 * not exist.
 */
export function createHookRouter({ upstream, token: identity }: HookParts): Router {
  const callers = createHookCallers();
  const admit: RequestHandler = (req, res, next) => {
    const [token, { ip }] = [tokenOf(req), req];
    if (!hookPath.test(req.url) || !callers.admits(token, ip)) throw new AppError('request.not_found');
    res.once('finish', () => callers.answered(token, ip, res.statusCode));
    next();
  };
  const forward: RequestHandler = async (req, res, next) => {
    req.headers = forwardedHeaders(req.headers, {
      requestId: requestIdOf(req),
      clientAddress: req.ip,
      token: await identity(),
      traceparent: currentTraceparent(),
      bodyLength: wholeBody(req)?.length,
    });
    upstream.forward(req, res, next);
  };
  const router = Router({ caseSensitive: true, strict: true });
  router.use(apiHeaders);
  router.post('/hooks/acculynx/:token', admit, readBody, bodyFailed, forward);
  return router;
}
