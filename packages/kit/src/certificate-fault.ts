/** Codes of Node's verification of certificates (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const distrusted = /CERT|SIGNATURE|^CRL_|ISSUER/;

/** Alerts with which a server refuses our certificate, or that we have none. */
const refused = /ALERT.*(CERT|UNKNOWN_CA)/;

/** Whose certificate let a connection fail: the server's, which is not trusted here; our own; null when neither did. */
export function certificateFault(error: unknown): 'server' | 'own' | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (typeof code !== 'string') return null;
  if (refused.test(code)) return 'own';
  return distrusted.test(code) ? 'server' : null;
}
