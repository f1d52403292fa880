/** Codes of Node's verification of certificates (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const distrusted = /CERT|SIGNATURE|^CRL_|ISSUER/;

/** Alerts with which a server refuses our certificate, or that we have none. */
const refused = /ALERT.*(CERT|UNKNOWN_CA)/;

/** The text for a server that is reached with Node's trusted authorities, and whose certificate is at fault. */
export const distrustedServer =
  "The server's certificate is not trusted, or is for another name: NODE_EXTRA_CA_CERTS does not fit it";

/** Node's code of an error; null where it has none. */
export const nodeCode = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;

/** Whose certificate made a connection fail: the server's, which is not trusted here, or our own; null when neither did. */
export function certificateFault(error: unknown): 'server' | 'own' | null {
  const code = nodeCode(error);
  if (code === null) return null;
  if (refused.test(code)) return 'own';
  return distrusted.test(code) ? 'server' : null;
}
