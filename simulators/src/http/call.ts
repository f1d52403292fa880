import type { IncomingHttpHeaders } from 'node:http';

/** One request as it arrived, before any check. */
export interface Call {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The address of the client's end of the connection. */
  readonly address: string;
  /** The token behind `Authorization: Bearer`, or null. */
  readonly bearer: string | null;
  readonly body: Body;
}

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown; readonly bytes: number }
  | { readonly kind: 'malformed'; readonly bytes: number };

/** Reads a request's body: as JSON whatever the content type says. */
export function parseBody(raw: unknown): Body {
  if (!Buffer.isBuffer(raw) || raw.length === 0) return { kind: 'none' };
  try {
    return { kind: 'json', value: JSON.parse(raw.toString('utf8')) as unknown, bytes: raw.length };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'malformed', bytes: raw.length };
    throw error;
  }
}

/** The number of inputs of a batch call; null for any other call. */
export function batchSize(body: Body): number | null {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return null;
  const { inputs } = body.value as { readonly inputs?: unknown };
  return Array.isArray(inputs) ? inputs.length : null;
}

export function bearerOf(header: string | undefined): string | null {
  return /^Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? null;
}

/** A credential as logs may show it: its last four characters. */
export const masked = (credential: string | null): string | null =>
  credential === null ? null : `••••${credential.slice(-4)}`;
