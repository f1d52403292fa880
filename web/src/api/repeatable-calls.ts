import {
  cancelMigration,
  confirmAccessRevoked,
  forgotPassword,
  login,
  logout,
  openInvitation,
  resetUserPassword,
  validateHubspotProperties,
  type Endpoint,
} from '@ridgeline/contracts';

/** Writes that name the whole outcome: the second of two does nothing that the first has not done. */
const repeatableMethods: readonly Endpoint['method'][] = ['PUT', 'PATCH', 'DELETE'];

/** Calls by POST of which a second one ends where the first did. */
const repeatableCalls: ReadonlySet<Endpoint> = new Set<Endpoint>([
  login,
  logout,
  forgotPassword,
  openInvitation,
  confirmAccessRevoked,
  resetUserPassword,
  validateHubspotProperties,
  cancelMigration,
]);

/**
 * Whether a call may be made once more when nobody knows what became of it. Not those that use up what they need (a reset
 * link, the current password, the session) or that create without a key: their second one would be refused although the
 * first was done.
 */
export function isRepeatable(endpoint: Endpoint): boolean {
  return endpoint.idempotent || repeatableMethods.includes(endpoint.method) || repeatableCalls.has(endpoint);
}
