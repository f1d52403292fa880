import { z } from 'zod';

/** The accounts that a connection has; null where none is known, as for a new one. */
export const knownAccountsSchema = z.object({
  acculynxCompanyId: z.string().nullable(),
  hubSpotPortalId: z.string().nullable(),
});
export type KnownAccounts = z.infer<typeof knownAccountsSchema>;

/** A new connection may have any accounts. */
export const noKnownAccounts: KnownAccounts = { acculynxCompanyId: null, hubSpotPortalId: null };
