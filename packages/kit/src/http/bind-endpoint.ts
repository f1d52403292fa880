import {
  fieldErrors,
  idempotencyKeyHeader,
  idempotencyKeySchema,
  type Access,
  type AnswerOf,
  type Endpoint,
  type ValidInput,
} from '@ridgeline/contracts';
import type { Request, Response, Router } from 'express';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import type { Caller, UserIdentity } from '../identity/identity-token.ts';
import { callerOf } from './caller.ts';
import { requestIdOf } from './request-context.ts';

/** What every handler receives: validated input and who asked for what. */
export interface Call<E extends Endpoint> extends ValidInput<E> {
  readonly requestId: string;
  /** The `Idempotency-Key` header of a creating call; null without one, and for every other call. */
  readonly idempotencyKey: string | null;
  readonly req: Request;
  readonly res: Response;
}

/** A call of a signed-in person. */
export interface UserCall<E extends Endpoint> extends Call<E> {
  readonly user: UserIdentity;
}

/** A call of one of our services. */
export interface ServiceCall<E extends Endpoint> extends Call<E> {
  readonly service: string;
}

type Handler<E extends Endpoint, C> = (call: C) => Promise<AnswerOf<E>> | AnswerOf<E>;

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { code, text, fields } = fieldErrors(parsed.error);
  throw new AppError(code, { text, fields });
}

/** The request's `Idempotency-Key`, or null without one; throws `request.key_malformed` for one that cannot be stored. */
export function idempotencyKeyOf(req: Request): string | null {
  const key = req.get(idempotencyKeyHeader);
  if (key === undefined) return null;
  if (!idempotencyKeySchema.safeParse(key).success) throw new AppError('request.key_malformed');
  return key;
}

function parseCall<E extends Endpoint>(endpoint: E, req: Request, res: Response): Call<E> {
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
  return {
    params: parse(endpoint.params, req.params),
    query: parse(endpoint.query, req.query),
    body: parse(endpoint.body, hasBody ? (req.body ?? {}) : {}),
    requestId: requestIdOf(req),
    idempotencyKey: endpoint.idempotent ? idempotencyKeyOf(req) : null,
    req,
    res,
  } as Call<E>;
}

/** `/api/x/{id}` as Express writes it: `/api/x/:id`. */
export function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function bind<E extends Endpoint, C extends Call<E>>(
  router: Router,
  endpoint: E,
  access: readonly Access[],
  admit: (req: Request) => Omit<C, keyof Call<E>>,
  handler: Handler<E, C>,
): void {
  if (!access.includes(endpoint.access))
    throw new TypeError(`${endpoint.path} is for ${endpoint.access} callers; bind it so`);
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  router[method](expressPath(endpoint.path), async (req, res) => {
    const who = admit(req);
    const answer = await handler({ ...parseCall(endpoint, req, res), ...who } as C);
    if (res.headersSent) return;
    res.status(endpoint.status);
    if (endpoint.status === 204) res.end();
    else res.json(endpoint.answer.parse(answer));
  });
}

/**
 * Binds a public endpoint. As in all bindings, the answer is reduced to the endpoint's schema, so that a stored field that
 * is not described can never leave.
 */
export function bindPublic<E extends Endpoint>(
  router: Router,
  endpoint: E,
  handler: Handler<E, Call<E>>,
): void {
  bind<E, Call<E>>(router, endpoint, ['public'], () => ({}), handler);
}

/**
 * The caller. A request that waited until its token expired is our fault: an answer as if signed out would end a valid
 * session.
 */
function knownCaller(req: Request): Caller {
  const caller = callerOf(req);
  if (caller.kind === 'late') throw new AppError('server.unavailable');
  return caller;
}

/** Binds an endpoint for signed-in people; `administrator` endpoints let administrators in only. */
export function bindForUser<E extends Endpoint>(
  router: Router,
  endpoint: E,
  handler: Handler<E, UserCall<E>>,
): void {
  const admit = (req: Request): Omit<UserCall<E>, keyof Call<E>> => {
    const caller = knownCaller(req);
    if (caller.kind !== 'user') throw new AppError('session.missing');
    if (endpoint.access === 'administrator' && !caller.user.administrator)
      throw new AppError('session.forbidden');
    return { user: caller.user };
  };
  bind<E, UserCall<E>>(router, endpoint, ['signed-in', 'administrator'], admit, handler);
}

/** Binds an endpoint for our own services; a person's token is refused. */
export function bindForService<E extends Endpoint>(
  router: Router,
  endpoint: E,
  handler: Handler<E, ServiceCall<E>>,
): void {
  const admit = (req: Request): Omit<ServiceCall<E>, keyof Call<E>> => {
    const caller = knownCaller(req);
    if (caller.kind !== 'service') throw new AppError('session.missing');
    return { service: caller.service };
  };
  bind<E, ServiceCall<E>>(router, endpoint, ['service'], admit, handler);
}
