import { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

const yearSeconds = 31_536_000;

/** The headers of helmet, computed once: none of them depends on the request. */
function helmetHeaders(options: Parameters<typeof helmet>[0]): readonly (readonly [string, string])[] {
  const headers: [string, string][] = [];
  const collector = Object.assign(Object.create(ServerResponse.prototype) as ServerResponse, {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  });
  helmet(options)(Object.create(IncomingMessage.prototype) as IncomingMessage, collector, () => undefined);
  return headers;
}

/** The headers of every answer. HSTS only when the app is served over https. */
export function securityHeaders({ secure }: { secure: boolean }): RequestHandler {
  const headers = helmetHeaders({
    contentSecurityPolicy: false,
    strictTransportSecurity: secure ? { maxAge: yearSeconds, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}

/** API answers are private to the caller, and are not documents. */
export const apiHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('cache-control', 'no-store');
  res.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  next();
};

/**
 * What the app's page may load: our own files, styles with this answer's nonce, and inline scripts whose hashes are given
 * as `sha256-…`.
 */
export function pagePolicy(nonce: string, scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** What the page of the API's description may load: our own files, and the images embedded in its styles as icons. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
