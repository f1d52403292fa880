import { hubspotScopes } from '@ridgeline/contracts';

/**
 * Scopes without which a connection cannot be saved. Those of deals are among them: what is saved has the properties of
 * contacts and of deals, and a token that lacks them would only be found out by the first run of jobs.
 */
export const requiredScopes: readonly string[] = hubspotScopes
  .filter(({ required }) => required)
  .map(({ scope }) => scope);

/** Those of the required scopes that a token does not have. */
export function missingScopes(granted: readonly string[]): string[] {
  return requiredScopes.filter((scope) => !granted.includes(scope));
}
