import {
  readValue,
  retryAfterMs,
  vendorWords,
  type Exchange,
  type VendorOutcome,
  type VendorProblem,
} from '@ridgeline/vendor-http';
import { z } from 'zod';

/** AccuLynx' description of a rejected request. `traceId` is the only id that its support can look up. */
export interface AcculynxProblem extends VendorProblem {
  readonly traceId: string | null;
}

export type AcculynxOutcome<Value> = VendorOutcome<Value, AcculynxProblem>;

const text = z.string().nullish().catch(null);
const errorBodySchema = z.object({ title: text, detail: text, traceId: text });

/**
 * Whether a 429 names the limit that was hit: those of the hourly and daily write quotas do, those of the per-second limits
 * do not (docs/vendors/acculynx.md, 2).
 */
export const namesItsLimit = (headers: Headers): boolean => headers.has('ratelimit-policy');

/** Whether the requested page starts past the last record. */
export const isPastEnd = (exchange: Exchange): boolean =>
  exchange.kind === 'answer' && exchange.status === 416;

/** Whether the requested resource does not exist, or no longer does. */
export const isGone = (exchange: Exchange): boolean => exchange.kind === 'answer' && exchange.status === 404;

/**
 * The outcome of a write whose answer needs no body: 200 or 204, with or without one (6.1). An HTML page is not AccuLynx'
 * answer.
 */
export function acculynxDone<Done>(exchange: Exchange, done: Done): AcculynxOutcome<Done> {
  const bodiless =
    exchange.kind === 'answer' &&
    exchange.json === undefined &&
    exchange.headers.get('content-type')?.includes('html') !== true;
  const outcome = acculynxOutcome(bodiless ? { ...exchange, json: null } : exchange, z.unknown());
  return outcome.outcome === 'ok' ? { outcome: 'ok', value: done } : outcome;
}

/** Turns an answer into an outcome by its status alone (1.3); a 429's body is never read, because it is not JSON. */
export function acculynxOutcome<S extends z.ZodType>(
  exchange: Exchange,
  schema: S,
): AcculynxOutcome<z.output<S>> {
  if (exchange.kind === 'none')
    return { outcome: 'unavailable', reason: exchange.reason, status: null, retryAfterMs: null };
  const { status, headers, json } = exchange;
  if (status === 401 || status === 403) return { outcome: 'refused', status, scopes: [] };
  if (status === 429)
    return {
      outcome: 'limited',
      policy: headers.get('ratelimit-policy'),
      retryAfterMs: retryAfterMs(headers),
    };
  if (status >= 500)
    return { outcome: 'unavailable', reason: 'server', status, retryAfterMs: retryAfterMs(headers) };
  if (status < 200 || status > 299) return { outcome: 'rejected', problem: problemOf(status, json) };
  const value = readValue(status, json, schema);
  return value.outcome === 'rejected'
    ? { outcome: 'rejected', problem: { ...value.problem, traceId: null } }
    : value;
}

function problemOf(status: number, json: unknown): AcculynxProblem {
  const body = errorBodySchema.safeParse(json).data;
  return {
    status,
    category: null,
    message: vendorWords(body?.detail ?? body?.title),
    traceId: body?.traceId ?? null,
  };
}
