import type { VendorCredentials } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import type { SealedSecrets, SecretOwner, WrappedKey } from './sealed-secrets.ts';

interface SecretsRow {
  readonly master_key_id: string;
  readonly wrapped: Buffer;
  readonly acculynx: Buffer;
  readonly hubspot: Buffer;
}

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

/** A connection's sealed credentials; null when the company has no such connection. */
export async function findSecrets(
  tx: Tx,
  { companyId, connectionId }: SecretOwner,
): Promise<SealedSecrets | null> {
  const row = await tx.maybeOne<SecretsRow>(
    `select k.master_key_id, k.wrapped, a.ciphertext as acculynx, h.ciphertext as hubspot
     from data_keys k
       join secrets a on a.connection_id = k.connection_id and a.field = 'acculynxApiKey'
       join secrets h on h.connection_id = k.connection_id and h.field = 'hubspotPat'
     where k.company_id = $1 and k.connection_id = $2`,
    [companyId, connectionId],
  );
  return row
    ? {
        dataKey: { masterKeyId: row.master_key_id, wrapped: row.wrapped },
        fields: { acculynxApiKey: row.acculynx, hubspotPat: row.hubspot },
      }
    : null;
}

/** Ids of the master keys without which stored secrets cannot be opened. */
export async function masterKeysInUse(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(`select distinct master_key_id as id from data_keys`, []);
  return rows.map(({ id }) => id);
}

/** Some data keys that another master key than this one wraps, locked until the transaction ends. */
export async function lockOldDataKeys(
  tx: Tx,
  currentMasterKeyId: string,
  limit: number,
): Promise<(SecretOwner & WrappedKey)[]> {
  return tx.query<SecretOwner & WrappedKey>(
    `select company_id as "companyId", connection_id as "connectionId",
       master_key_id as "masterKeyId", wrapped
     from data_keys where master_key_id <> $1
     order by connection_id limit $2 for update skip locked`,
    [currentMasterKeyId, limit],
  );
}

/** Replaces a data key's wrapping. */
export async function replaceDataKey(tx: Tx, connectionId: number, dataKey: WrappedKey): Promise<void> {
  await tx.query(`update data_keys set master_key_id = $2, wrapped = $3 where connection_id = $1`, [
    connectionId,
    dataKey.masterKeyId,
    dataKey.wrapped,
  ]);
}
