import { dealSettingsSchema } from '@ridgeline/contracts';
import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { SealedSecrets } from '../secrets/sealed-secrets.ts';
import { sealedColumns, sealedIn, sealedTables, type SealedRow } from '../secrets/secret-store.postgres.ts';
import { dealSettingsIn } from './connection-fields.ts';
import type { ConnectionKey } from './connection-store.postgres.ts';

/** What runs and sweeps need of a connection, including its sealed credentials. */
export interface SealedConnection extends Omit<ConnectionSecrets, 'acculynxApiKey' | 'hubspotPat'> {
  readonly sealed: SealedSecrets;
}

interface Row extends SealedRow {
  readonly id: number;
  readonly company_id: string;
  readonly hubspot_portal_id: string | null;
  readonly deals: unknown;
}

/** Connections, each of its company; those that do not exist are left out. */
export async function findSealedConnections(
  tx: Tx,
  keys: readonly ConnectionKey[],
): Promise<SealedConnection[]> {
  const rows = await tx.query<Row>(
    `select c.id, c.company_id, c.hubspot_portal_id, ${dealSettingsIn('c')} as deals, ${sealedColumns}
     from unnest($1::text[], $2::integer[]) as asked(company_id, id)
       join connections c on c.id = asked.id and c.company_id = asked.company_id
       join (${sealedTables}) on k.connection_id = c.id and k.company_id = c.company_id`,
    [keys.map(({ companyId }) => companyId), keys.map(({ connectionId }) => connectionId)],
  );
  return rows.map((row) => ({
    connectionId: row.id,
    companyId: row.company_id,
    hubSpotPortalId: row.hubspot_portal_id,
    deals: dealSettingsSchema.parse(row.deals),
    sealed: sealedIn(row),
  }));
}
