import type { RequestHandler } from 'express';
import helmet from 'helmet';

const yearSeconds = 31_536_000;

/** Headers of every answer. HSTS only where people come by https. */
export function securityHeaders({ secure }: { secure: boolean }): RequestHandler {
  return helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: secure ? { maxAge: yearSeconds, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
}

/** Answers of the API are for this one reader and are no documents. */
export const apiHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  next();
};

/** What the app's page may load: our own files only, and styles that carry this answer's nonce. No inline script. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
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
