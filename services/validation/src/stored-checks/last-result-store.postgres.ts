import type { Tx } from '@ridgeline/postgres';
import type { CredentialCheck } from '../credentials/credential-problem.ts';
import type { ConnectionOfCompany } from '../secrets/stored-secrets.ts';

/** Stores the findings of the last check of a connection's stored credentials. */
export async function storeLastResult(
  tx: Tx,
  { companyId, connectionId }: ConnectionOfCompany,
  { acculynx, hubspot }: CredentialCheck,
): Promise<void> {
  await tx.query(
    `insert into last_results (connection_id, company_id, acculynx, hubspot) values ($1, $2, $3, $4)
     on conflict (connection_id) do update
       set company_id = excluded.company_id, acculynx = excluded.acculynx, hubspot = excluded.hubspot, checked_at = now()`,
    [connectionId, companyId, JSON.stringify(acculynx), JSON.stringify(hubspot)],
  );
}

/** Deletes the result of a connection that is gone. */
export async function deleteLastResult(tx: Tx, connectionId: number): Promise<void> {
  await tx.query('delete from last_results where connection_id = $1', [connectionId]);
}
