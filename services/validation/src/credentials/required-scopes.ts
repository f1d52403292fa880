/**
 * Scopes without which nothing can be migrated (vendors/hubspot.md, 15). Those of deals are not among them: without
 * `crm.objects.deals.*` a connection still migrates contacts, and a run of jobs fails with the name of the scope that it
 * lacks; `crm.schemas.deals.*` are named by the check of properties.
 */
export const requiredScopes = [
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.schemas.contacts.read',
  'crm.schemas.contacts.write',
] as const;

/** Those of the required scopes that a token does not have. */
export function missingScopes(granted: readonly string[]): string[] {
  return requiredScopes.filter((scope) => !granted.includes(scope));
}
