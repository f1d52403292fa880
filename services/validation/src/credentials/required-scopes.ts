/** Scopes without which contacts cannot be migrated (vendors/hubspot.md, 15). */
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
