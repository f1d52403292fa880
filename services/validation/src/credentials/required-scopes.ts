/**
 * Scopes without which a connection cannot be saved (vendors/hubspot.md, 15). Those of deals are among them: what is saved
 * has the properties of contacts and of deals, and a token that lacks them would only be found out by the first run of jobs.
 */
export const requiredScopes = [
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.schemas.contacts.read',
  'crm.schemas.contacts.write',
  'crm.objects.deals.read',
  'crm.objects.deals.write',
  'crm.schemas.deals.read',
  'crm.schemas.deals.write',
] as const;

/** Those of the required scopes that a token does not have. */
export function missingScopes(granted: readonly string[]): string[] {
  return requiredScopes.filter((scope) => !granted.includes(scope));
}
