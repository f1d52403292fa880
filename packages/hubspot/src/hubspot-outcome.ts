import {
  readValue,
  retryAfterMs,
  type Exchange,
  type Ok,
  type Rejected,
  type Unavailable,
  type VendorOutcome,
} from '@ridgeline/vendor-http';
import type { z } from 'zod';
import { problemOf, readErrorBody, requiredScopes, type HubspotProblem } from './hubspot-problem.ts';

export type HubspotOutcome<Value> = VendorOutcome<Value, HubspotProblem>;

/** A write lock lasts two seconds (docs/vendors/hubspot.md, 5). */
const lockWaitMs = 2_000;
/** A portal that moves between data centers says how long; this is for when it does not. */
const moveWaitMs = 60_000;
/** The daily limit ends at the portal's midnight; until then calls are retried this often. */
const dailyWaitMs = 15 * 60_000;
/** A named limit is free again when its window is over; any other limit has room again soon. */
const waitMsOf: Readonly<Record<string, number>> = { DAILY: dailyWaitMs, TEN_SECONDLY_ROLLING: 10_000 };
const otherWaitMs = 1_000;

/** Turns an answer into an outcome by its status and codes (docs/vendors/hubspot.md, 5 and 6). */
export function hubspotOutcome<S extends z.ZodType>(
  exchange: Exchange,
  schema: S,
): HubspotOutcome<z.output<S>> {
  if (exchange.kind === 'none') return unavailable(exchange.reason, null, null);
  const { status, headers, json } = exchange;
  const asked = retryAfterMs(headers);
  if (status === 401) return { outcome: 'refused', status, scopes: [] };
  if (status === 403) return { outcome: 'refused', status, scopes: requiredScopes(json) };
  if (status === 429) {
    const policy = readErrorBody(json).policyName ?? null;
    return { outcome: 'limited', policy, retryAfterMs: asked ?? waitMsOf[policy ?? ''] ?? otherWaitMs };
  }
  if (status === 423) return unavailable('locked', status, Math.max(asked ?? 0, lockWaitMs));
  if (status === 477) return unavailable('moving', status, asked ?? moveWaitMs);
  if (status >= 500) return unavailable('server', status, asked);
  if (status < 200 || status > 299) return { outcome: 'rejected', problem: problemOf(status, json) };
  // An archived record is answered without a body.
  const value = readValue(status, status === 204 ? null : json, schema);
  return value.outcome === 'rejected'
    ? { outcome: 'rejected', problem: { ...problemOf(status, {}), ...value.problem } }
    : value;
}

const unavailable = (
  reason: Unavailable['reason'],
  status: number | null,
  wait: number | null,
): Unavailable => ({ outcome: 'unavailable', reason, status, retryAfterMs: wait });

/** A batch that is rejected with one of these may contain acceptable inputs; any other rejection concerns the call itself. */
const batchStatuses = new Set([400, 409]);

/** Whether a call was rejected because of some of its inputs, without the answer saying which. */
export function isRefusedAsAWhole(answer: Ok<unknown> | Rejected<HubspotProblem>): boolean {
  return answer.outcome === 'rejected' && batchStatuses.has(answer.problem.status);
}

/** What HubSpot's answers say about the limits (docs/vendors/hubspot.md, 6); null where a header is missing. */
export interface RateLimitFacts {
  /** Calls in each rolling window. */
  readonly max: number | null;
  readonly intervalMs: number | null;
  readonly remaining: number | null;
  /** The portal's calls in each of its days, shared by all of its apps, and how many are left today. */
  readonly daily: number | null;
  readonly dailyRemaining: number | null;
}

/** Reads the rate limit headers of an answer; search answers carry none. */
export function rateLimitFacts(headers: Headers): RateLimitFacts {
  const read = (name: string): number | null => {
    const text = headers.get(`x-hubspot-ratelimit-${name}`);
    return text !== null && /^\d+$/.test(text) ? Number(text) : null;
  };
  return {
    max: read('max'),
    intervalMs: read('interval-milliseconds'),
    remaining: read('remaining'),
    daily: read('daily'),
    dailyRemaining: read('daily-remaining'),
  };
}
