import { STATUS_CODES } from 'node:http';
import type { z } from 'zod';
import type { Ok, Rejected, Unavailable } from './outcome.ts';

/**
 * The wait that a `Retry-After` header asks for (RFC 9110, 10.2.3: seconds or a date), in milliseconds; null without a
 * usable one.
 */
export function retryAfterMs(headers: Headers, now: number = Date.now()): number | null {
  const text = headers.get('retry-after')?.trim();
  if (!text) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** A status with its usual name, where it has one: `502 (Bad Gateway)`. */
export function statusText(status: number): string {
  const name = STATUS_CODES[status];
  return name ? `${String(status)} (${name})` : String(status);
}

const maxLength = 200;
const markup = /<[a-z!/?][^>]*>/i;

/** A vendor's message as far as people can read it: truncated, and empty where it is a page instead of a sentence. */
export function vendorWords(message: string | null | undefined): string {
  const text = (message ?? '').trim();
  return markup.test(text) ? '' : text.slice(0, maxLength);
}

/** The category of an answer that does not have the documented shape. */
export const unexpectedShape = 'UNEXPECTED_SHAPE';

/**
 * Reads a successful answer's body. Anything that is not JSON counts as a truncated answer; JSON of another shape means
 * that the vendor has changed its API, and is rejected.
 */
export function readValue<S extends z.ZodType>(
  status: number,
  json: unknown,
  schema: S,
): Ok<z.output<S>> | Unavailable | Rejected {
  if (json === undefined) return { outcome: 'unavailable', reason: 'malformed', status, retryAfterMs: null };
  const parsed = schema.safeParse(json);
  if (parsed.success) return { outcome: 'ok', value: parsed.data };
  const places = parsed.error.issues.slice(0, 3).map((issue) => issue.path.join('.'));
  return {
    outcome: 'rejected',
    problem: {
      status,
      category: unexpectedShape,
      message: `The answer has another shape than documented, at: ${places.join(', ')}`,
    },
  };
}
