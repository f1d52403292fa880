import type { BudgetUse, ReadUse } from '@ridgeline/redis';
import { acculynxBudgets, hubspotBudget, secretHash } from './vendor-budgets.ts';

/** How the limits of a key and of a token are used, each with its window in ms. */
export interface ConnectionUse {
  readonly acculynx: BudgetUse & { readonly windowMs: number };
  readonly hubspot: BudgetUse & { readonly windowMs: number };
}

/** Reads how both credentials of a connection are used. Calls no vendor, and takes no place. */
export async function readConnectionUse(
  read: ReadUse,
  { acculynxApiKey, hubspotPat }: { readonly acculynxApiKey: string; readonly hubspotPat: string },
): Promise<ConnectionUse> {
  // The address does not matter: a key's own limit is the same from all addresses.
  const [ofKey] = acculynxBudgets(secretHash(acculynxApiKey), '');
  const ofToken = hubspotBudget(secretHash(hubspotPat));
  const [acculynx, hubspot] = await read([ofKey, ofToken]);
  if (!acculynx || !hubspot) throw new TypeError('The use of a budget was not answered');
  return {
    acculynx: { ...acculynx, windowMs: ofKey.windowMs },
    hubspot: { ...hubspot, windowMs: ofToken.windowMs },
  };
}
