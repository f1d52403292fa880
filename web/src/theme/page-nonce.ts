import { cspNonce } from './csp-nonce.ts';

/** This page's. */
export const pageNonce: string | undefined = cspNonce(
  document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content'),
);
