import { hubspotScopes } from '@ridgeline/contracts';

/**
 * Scopes without which a connection cannot be saved. Those for deals are included: every saved portal gets the properties of
 * contacts and of deals, and otherwise a missing scope would only show in the first run of jobs.
 */
export const requiredScopes: readonly string[] = hubspotScopes
  .filter(({ required }) => required)
  .map(({ scope }) => scope);

/** The required scopes that a token lacks. */
export function missingScopes(granted: readonly string[]): string[] {
  return requiredScopes.filter((scope) => !granted.includes(scope));
}
