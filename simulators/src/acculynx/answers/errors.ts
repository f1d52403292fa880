import { randomBytes } from 'node:crypto';
import type { Answer } from '../../http/answer.ts';
import { Refusal } from '../../http/answer.ts';
import type { AccuLynxLimitKind } from '../../limits/acculynx-limits.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  412: 'Precondition Failed',
  416: 'Range Not Satisfiable',
  500: 'Internal Server Error',
};

const TYPES: Readonly<Record<number, string>> = {
  400: 'https://tools.ietf.org/html/rfc7231#section-6.5.1',
  401: 'https://tools.ietf.org/html/rfc7235#section-3.1',
  403: 'https://tools.ietf.org/html/rfc7231#section-6.5.3',
  404: 'https://tools.ietf.org/html/rfc7231#section-6.5.4',
  412: 'https://tools.ietf.org/html/rfc7232#section-4.2',
  416: 'https://tools.ietf.org/html/rfc7233#section-4.4',
};

/** In the style of the documented sample: a bar, hex groups, a dot at the end. */
const traceId = (): string => `|${randomBytes(4).toString('hex')}-${randomBytes(8).toString('hex')}.`;

/** A problem-style error body (docs/vendors/acculynx.md, 1.2). */
export const problem = (status: number, detail: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: {
    type: TYPES[status] ?? 'https://tools.ietf.org/html/rfc7231#section-6.6.1',
    title: TITLES[status] ?? 'Error',
    status,
    detail,
    traceId: traceId(),
  },
});

export const refuse = (status: number, detail: string): never => {
  throw new Refusal(problem(status, detail));
};

export const unauthorized = (): Answer => problem(401, 'The API key is invalid or has been deactivated.');

/** The form of the 429 of the per-second limits. */
export interface BurstForm {
  readonly body: 'text' | 'empty';
  readonly retryAfter: boolean;
}

/**
 * A 429. The write quotas answer with their headers and one sentence of text; the answer of the per-second limits is not
 * documented (docs/vendors/acculynx.md, 2), so it is text or nothing, by default without any hint, and the same for both.
 */
export function limitAnswer(
  kind: AccuLynxLimitKind,
  quota: number,
  retryAfterSeconds: number,
  burst: BurstForm,
): Answer {
  if (kind === 'key' || kind === 'address') {
    return {
      status: 429,
      ...(burst.body === 'text' ? { body: 'Too many requests.' } : {}),
      headers: burst.retryAfter ? { 'Retry-After': String(retryAfterSeconds) } : {},
    };
  }
  return {
    status: 429,
    body: `The ${kind} limit for write requests has been reached.`,
    headers: {
      'Retry-After': String(retryAfterSeconds),
      'RateLimit-Limit': String(quota),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': String(retryAfterSeconds),
      'RateLimit-Policy': `company-write:${kind}`,
    },
  };
}
