import type { VendorCredentials } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import type { SealedSecrets, SecretOwner } from './sealed-secrets.ts';

/** A connection's sealed credentials as they are selected. */
export interface SealedRow {
  readonly master_key_id: string;
  readonly wrapped: Buffer;
  readonly acculynx: Buffer;
  readonly hubspot: Buffer;
}

/** The columns of `SealedRow`, and the tables that they are in; `k` are data keys. */
export const sealedColumns = `k.master_key_id, k.wrapped, a.ciphertext as acculynx, h.ciphertext as hubspot`;
export const sealedTables = `data_keys k
       join secrets a on a.connection_id = k.connection_id and a.field = 'acculynxApiKey'
       join secrets h on h.connection_id = k.connection_id and h.field = 'hubspotPat'`;

export const sealedIn = ({ master_key_id, wrapped, acculynx, hubspot }: SealedRow): SealedSecrets => ({
  dataKey: { masterKeyId: master_key_id, wrapped },
  fields: { acculynxApiKey: acculynx, hubspotPat: hubspot },
});

/** Stores a new connection's sealed credentials. */
export async function insertSecrets(
  tx: Tx,
  { companyId, connectionId }: SecretOwner,
  { dataKey, fields }: SealedSecrets,
): Promise<void> {
  await tx.query(
    `insert into data_keys (connection_id, company_id, master_key_id, wrapped) values ($1, $2, $3, $4)`,
    [connectionId, companyId, dataKey.masterKeyId, dataKey.wrapped],
  );
  const names = Object.keys(fields) as (keyof VendorCredentials)[];
  await tx.query(
    `insert into secrets (connection_id, company_id, field, ciphertext)
     select $1, $2, sealed.field, sealed.ciphertext
     from unnest($3::text[], $4::bytea[]) as sealed(field, ciphertext)`,
    [connectionId, companyId, names, names.map((name) => fields[name])],
  );
}

/** Deletes a connection's data key and, with it, what it encrypts. */
export async function deleteSecrets(tx: Tx, connectionId: number): Promise<void> {
  await tx.query(`delete from data_keys where connection_id = $1`, [connectionId]);
}

/** A connection's sealed credentials; null when the company has no such connection. */
export async function findSecrets(
  tx: Tx,
  { companyId, connectionId }: SecretOwner,
): Promise<SealedSecrets | null> {
  const row = await tx.maybeOne<SealedRow>(
    `select ${sealedColumns} from ${sealedTables}
     where k.company_id = $1 and k.connection_id = $2`,
    [companyId, connectionId],
  );
  return row ? sealedIn(row) : null;
}
