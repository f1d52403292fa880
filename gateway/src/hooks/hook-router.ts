import { takeSentEvents, type SentEventResult } from '@ridgeline/contracts/internal';
import type { ApiClient } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import { rawBody, wholeBody } from '@ridgeline/kit/service';
import { Router, type Request, type RequestHandler } from 'express';
import { apiHeaders } from '../security-headers.ts';
import { createHookCallers } from './hook-callers.ts';
import { HookShares } from './hook-shares.ts';
import { SentEventCalls } from './sent-event-calls.ts';

/** A token as connections have it: 256 bits, in base64url. */
const hookPath = /^\/hooks\/acculynx\/([\w-]{43})$/;

/** Whether the request is for a hook, in whatever spelling. */
export const isHookRequest = ({ url }: Pick<Request, 'url'>): boolean => /^\/hooks(?:[/?]|$)/.test(url);

const tokenOf = (req: Request): string => String(req.params['token']);

/** Far more than AccuLynx' largest event, a job with all its details. */
const readRaw = rawBody('256kb');
const tooLarge = () =>
  new AppError('request.too_large', { text: 'The request body is too large; the limit is 256 kB' });

const packings = new Set(['gzip', 'deflate', 'br', 'identity']);

const isUnpackingFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/**
 * Reads the body. With an unknown encoding it is read as is. A body that cannot be decoded is read to its end, and the
 * request continues without it: the connection service decides what follows from an unreadable body.
 */
const readBody: RequestHandler = (req, res, next) => {
  const { 'content-encoding': packing = 'identity' } = req.headers;
  if (!packings.has(packing.toLowerCase())) delete req.headers['content-encoding'];
  return readRaw(req, res, (error?: unknown) => {
    if (error instanceof Error && 'type' in error && error.type === 'entity.too.large') next(tooLarge());
    else if (isUnpackingFault(error)) next();
    else next(error);
  });
};

/**
 * Accepts AccuLynx' deliveries: a POST to exactly a connection's address, without a session. Nothing else below `/hooks`
 * exists. Deliveries beyond a token's share are not read. They are answered as accepted once the connection service has
 * stored that the connection must be searched: errors would make AccuLynx stop delivering.
 */
export function createHookRouter(connection: ApiClient): Router {
  const callers = createHookCallers();
  const shares = new HookShares();
  const calls = new SentEventCalls(async (events) => {
    const { results } = await connection(takeSentEvents, { body: { events: [...events] } });
    return results;
  });

  const answer = (passed: (req: Request) => Promise<SentEventResult>): RequestHandler => {
    return async (req, res) => {
      if ((await passed(req)) === 'unknown') throw new AppError('request.not_found');
      res.status(204).end();
    };
  };
  const admit: RequestHandler = (req, res, next) => {
    const [token, { ip }] = [tokenOf(req), req];
    if (!hookPath.test(req.url) || !callers.admits(token, ip)) throw new AppError('request.not_found');
    res.once('finish', () => callers.answered(token, ip, res.statusCode));
    next();
  };
  const answerUnread = answer((req) => calls.passUnread(tokenOf(req)));
  const answerRead = answer((req) => calls.pass(tokenOf(req), wholeBody(req)?.toString() ?? ''));
  const share: RequestHandler = (req, res, next) => {
    const token = tokenOf(req);
    if (shares.enter(token)) {
      res.once('close', () => shares.leave(token));
      next();
    } else void answerUnread(req, res, next);
  };
  const router = Router({ caseSensitive: true, strict: true });
  router.use(apiHeaders);
  router.post('/hooks/acculynx/:token', admit, share, readBody, answerRead);
  return router;
}
