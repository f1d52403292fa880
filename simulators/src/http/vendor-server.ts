import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Clock } from '../determinism/clock.ts';
import type { EffectOf, SideEffectKind, Vendor } from '../faults/fault.ts';
import type { FaultPlan, SideEffect } from '../faults/fault-plan.ts';
import { Refusal, type Answer } from './answer.ts';
import { batchSize, bearerOf, masked, parseBody, type Call } from './call.ts';
import { Exchange } from './exchange.ts';
import type { RequestLog } from './request-log.ts';

/** What a handler receives: the call, the owner of its credential, and the path's parameters. */
export interface VendorRequest<Subject> {
  readonly call: Call;
  readonly subject: Subject;
  readonly params: Readonly<Record<string, string>>;
  /** The number of the request in the log, by which an object's history identifies the writer. */
  readonly logNumber: number;
  /** The body, or null when there is none. */
  body(): unknown;
  /** Faults of one kind that strike this request in addition to its usual answer. */
  sideEffects<K extends SideEffectKind>(kind: K): SideEffect<K>[];
}

export interface Route<Subject> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly handle: (request: VendorRequest<Subject>) => Answer;
}

/** What differs between the vendors. */
export interface VendorRules<Subject> {
  readonly vendor: Vendor;
  readonly latency: () => { readonly baseMs: number; readonly perRecordMs: number };
  /** The owner of the credential, unchecked; null for an unknown one. */
  readonly identify: (call: Call) => { readonly subject: Subject; readonly companyId: string } | null;
  /** Checks credential and limits: returns headers for the answer, or throws a Refusal. */
  readonly admit: (
    call: Call,
    subject: Subject | null,
  ) => { readonly subject: Subject; readonly headers: Record<string, string> };
  readonly unauthorized: () => Answer;
  readonly rateLimited: (effect: EffectOf<'rate-limit'>, subject: Subject | null) => Answer;
  readonly httpError: (effect: EffectOf<'http-error'>) => Answer;
  readonly malformedJson: () => Answer;
  readonly unknownPath: (call: Call) => Answer;
  /** The path exists, but for other methods. */
  readonly methodNotOffered: (allowed: readonly string[]) => Answer;
}

export interface VendorServerParts {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly faults: FaultPlan;
}

const BODY_LIMIT = '50mb';

const callOf = (request: Request): Call => {
  const url = new URL(request.url, 'http://vendor.invalid');
  return {
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    address: request.socket.remoteAddress ?? 'unknown',
    bearer: bearerOf(request.headers.authorization),
    body: parseBody(request.body),
  };
};

const paramsOf = (request: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.params).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join('/') : value,
    ]),
  );

/**
 * One vendor's HTTP server. Each request is logged, offered to the faults, admitted by credential and limits, handled,
 * and answered after the vendor's latency, in this order.
 */
export function vendorServer<Subject>(
  rules: VendorRules<Subject>,
  routes: readonly Route<Subject>[],
  { clock, log, faults }: VendorServerParts,
): Express {
  const exchanges = new WeakMap<Request, Exchange>();

  const open = (request: Request, response: Response): { exchange: Exchange; subject: Subject | null } => {
    const call = callOf(request);
    const owner = rules.identify(call);
    const entry = log.open({
      vendor: rules.vendor,
      method: call.method,
      path: call.path,
      query: call.query.toString(),
      at: new Date(clock.now()).toISOString(),
      credential: masked(call.bearer),
      bodyBytes: call.body.kind === 'none' ? 0 : call.body.bytes,
      inputs: batchSize(call.body),
    });
    entry.companyId = owner?.companyId ?? null;
    const exchange = new Exchange({ call, entry, log, clock, response, latency: rules.latency });
    exchanges.set(request, exchange);
    return { exchange, subject: owner?.subject ?? null };
  };

  const handled =
    (route: Route<Subject> | null, allowed: readonly string[]): RequestHandler =>
    async (request, response) => {
      const { exchange, subject } = open(request, response);
      const { call, entry } = exchange;
      const target = {
        vendor: rules.vendor,
        method: call.method,
        path: call.path,
        companyId: entry.companyId,
      };
      const effect = faults.strike(target);
      if (effect !== null && !exchange.suffer(effect)) return;
      if (effect?.kind === 'rate-limit') return exchange.answer(rules.rateLimited(effect, subject));
      if (effect?.kind === 'http-error') return exchange.answer(rules.httpError(effect));
      if (effect?.kind === 'revoke') return exchange.answer(rules.unauthorized());
      const admitted = rules.admit(call, subject);
      exchange.addHeaders(admitted.headers);
      if (route === null)
        return exchange.answer(
          allowed.length > 0 ? rules.methodNotOffered(allowed) : rules.unknownPath(call),
        );
      const answer = route.handle({
        call,
        subject: admitted.subject,
        params: paramsOf(request),
        logNumber: entry.number,
        body: () => {
          if (call.body.kind === 'malformed') throw new Refusal(rules.malformedJson());
          return call.body.kind === 'json' ? call.body.value : null;
        },
        sideEffects: (kind) => faults.sideEffects(target, kind),
      });
      return exchange.answer(answer);
    };

  const app = express().disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.use(express.raw({ type: () => true, limit: BODY_LIMIT }));
  for (const path of new Set(routes.map((route) => route.path))) {
    const offered = routes.filter((route) => route.path === path);
    const allowed = offered.map((route) => route.method.toUpperCase());
    const node = app.route(path);
    for (const route of offered) node[route.method](handled(route, allowed));
    node.all(handled(null, allowed));
  }
  app.use(handled(null, []));
  app.use(async (error: unknown, request: Request, _response: Response, next: (error: unknown) => void) => {
    const exchange = exchanges.get(request);
    if (error instanceof Refusal && exchange !== undefined) await exchange.answer(error.answer);
    else next(error);
  });
  return app;
}
