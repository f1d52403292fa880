import type { Tx } from '@ridgeline/postgres';
import type { KeyOwner, WrappedKey } from './wrapped-keys.ts';

/**
 * The tables that hold wrapped data keys, with the column that names the owner of each key and the owner's company in SQL.
 */
const owners = {
  data_keys: { column: 'connection_id', type: 'integer', company: 'company_id' },
  stray_subscriptions: { column: 'id', type: 'uuid', company: 'company_id' },
  webhook_tokens: { column: 'id', type: 'uuid', company: `''` },
} as const;

export type KeyTable = keyof typeof owners;
export const keyTables = Object.keys(owners) as KeyTable[];

/** Ids of the master keys without which stored secrets cannot be opened. */
export async function masterKeysInUse(tx: Tx): Promise<string[]> {
  const all = keyTables
    .map((table) => `select master_key_id as id from ${table} where master_key_id is not null`)
    .join(' union ');
  const rows = await tx.query<{ id: string }>(all);
  return rows.map(({ id }) => id);
}

/** Some data keys that are wrapped by another master key than this one, locked until the transaction ends. */
export async function lockOldDataKeys(
  tx: Tx,
  { table, currentMasterKeyId, limit }: { table: KeyTable; currentMasterKeyId: string; limit: number },
): Promise<(KeyOwner & WrappedKey)[]> {
  const { column, company } = owners[table];
  return tx.query<KeyOwner & WrappedKey>(
    `select ${company} as "companyId", ${column} as id, master_key_id as "masterKeyId", wrapped
     from ${table} where master_key_id <> $1
     order by ${column} limit $2 for update skip locked`,
    [currentMasterKeyId, limit],
  );
}

/** How many data keys are wrapped by another master key than this one. */
export async function countOldDataKeys(tx: Tx, currentMasterKeyId: string): Promise<number> {
  const counts = keyTables.map((table) => `(select count(*) from ${table} where master_key_id <> $1)`);
  const { old } = await tx.one<{ old: number }>(`select (${counts.join(' + ')})::int as old`, [
    currentMasterKeyId,
  ]);
  return old;
}

/** Replaces the wrapping of locked data keys, in one statement. */
export async function replaceDataKeys(
  tx: Tx,
  table: KeyTable,
  keys: readonly (Pick<KeyOwner, 'id'> & WrappedKey)[],
): Promise<void> {
  const { column, type } = owners[table];
  await tx.query(
    `update ${table} set master_key_id = fresh.master_key_id, wrapped = fresh.wrapped
     from unnest($1::text[], $2::text[], $3::bytea[]) as fresh(id, master_key_id, wrapped)
     where ${table}.${column} = fresh.id::${type}`,
    [keys.map((key) => String(key.id)), keys.map((key) => key.masterKeyId), keys.map((key) => key.wrapped)],
  );
}
