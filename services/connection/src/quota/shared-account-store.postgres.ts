import type { Tx } from '@ridgeline/postgres';

/** The accounts that a connection leads to, as far as its quota depends on them. */
export interface SharedAccounts {
  /** Whether another company has a connection to the same AccuLynx company, or HubSpot portal. */
  readonly acculynx: boolean;
  readonly hubspot: boolean;
}

/** Checks in the system's scope, across companies, whether others may use the same credentials. */
export async function findSharedAccounts(tx: Tx, connectionId: number): Promise<SharedAccounts> {
  const row = await tx.maybeOne<SharedAccounts>(
    `select
       exists (select from connections o where o.acculynx_company_id = c.acculynx_company_id
         and o.company_id <> c.company_id) as acculynx,
       exists (select from connections o where o.hubspot_portal_id = c.hubspot_portal_id
         and o.company_id <> c.company_id) as hubspot
     from connections c where c.id = $1`,
    [connectionId],
  );
  return row ?? { acculynx: false, hubspot: false };
}
