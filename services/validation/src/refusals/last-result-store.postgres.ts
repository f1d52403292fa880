import type { CredentialCheck } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';

/** Keeps what the last check of a connection's stored credentials found. */
export async function storeLastResult(
  tx: Tx,
  { companyId, connectionId }: { readonly companyId: string; readonly connectionId: number },
  { acculynx, hubspot }: CredentialCheck,
): Promise<void> {
  await tx.query(
    `insert into last_results (connection_id, company_id, acculynx, hubspot) values ($1, $2, $3, $4)
     on conflict (connection_id) do update
       set acculynx = excluded.acculynx, hubspot = excluded.hubspot, checked_at = now()`,
    [connectionId, companyId, JSON.stringify(acculynx), JSON.stringify(hubspot)],
  );
}
