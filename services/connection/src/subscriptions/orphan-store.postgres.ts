import { newId } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import type { MasterKeys } from '../secrets/master-keys.ts';
import { openTexts, sealTexts } from '../secrets/sealed-secrets.ts';

/** A subscription that no connection holds: it is about to be created, or has been replaced. */
export interface NewOrphan {
  readonly companyId: string;
  readonly apiKey: string;
  /** The address to find it by while its id is unknown; then emptied, because it contains the token. */
  readonly address: string;
  /** Other subscriptions that have the same address. */
  readonly knownIds: readonly string[];
  /** null until AccuLynx has answered. */
  readonly subscriptionId: string | null;
  /** When it is removed, unless a save adopts it before. */
  readonly dueInSeconds: number;
}

/** An orphaned subscription that is due, with the key that removes it. */
export interface DueOrphan extends Omit<NewOrphan, 'dueInSeconds'> {
  readonly id: string;
  /** How often its removal was tried, this time included. */
  readonly attempts: number;
  readonly isHopeless: boolean;
}

interface OrphanRow extends Omit<DueOrphan, 'apiKey'> {
  readonly masterKeyId: string;
  readonly wrapped: Buffer;
  readonly ciphertext: Buffer;
}

/** After this time removal is no longer retried, and the key is deleted. */
const keptFor = `interval '24 hours'`;

/** Stores an orphaned subscription; returns its id. Its key is sealed as a connection's secrets are. */
export async function insertOrphan(tx: Tx, keys: MasterKeys, orphan: NewOrphan): Promise<string> {
  const id = newId();
  const { companyId, apiKey, address, knownIds, subscriptionId, dueInSeconds } = orphan;
  const { dataKey, fields } = sealTexts(keys, { companyId, id }, { apiKey });
  await tx.query(
    `insert into stray_subscriptions
       (id, company_id, address, known_ids, subscription_id, master_key_id, wrapped, ciphertext, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))`,
    [
      id,
      companyId,
      address,
      knownIds,
      subscriptionId,
      dataKey.masterKeyId,
      dataKey.wrapped,
      fields.apiKey,
      dueInSeconds,
    ],
  );
  return id;
}

/** Stores the id of the subscription that AccuLynx created; its address is no longer needed. */
export async function nameOrphan(tx: Tx, id: string, subscriptionId: string): Promise<void> {
  await tx.query(`update stray_subscriptions set subscription_id = $2, address = '' where id = $1`, [
    id,
    subscriptionId,
  ]);
}

/** Adopts a subscription, in the transaction that stores it; false when its removal has begun. */
export async function adoptOrphan(tx: Tx, id: string): Promise<boolean> {
  const adopted = await tx.query(
    `delete from stray_subscriptions where id = $1 and attempts = 0 returning 1`,
    [id],
  );
  return adopted.length > 0;
}

/** Claims orphaned subscriptions for removal: one by id, or some that are due. They are due again after a while. */
export async function claimOrphans(
  tx: Tx,
  keys: MasterKeys,
  which: { readonly id: string } | { readonly limit: number },
): Promise<DueOrphan[]> {
  const [condition, value] =
    'id' in which
      ? ['id = $1', which.id]
      : [
          'id in (select id from stray_subscriptions where due_at <= now() order by due_at limit $1 for update skip locked)',
          which.limit,
        ];
  const rows = await tx.query<OrphanRow>(
    `update stray_subscriptions set attempts = attempts + 1,
       due_at = now() + least(interval '1 minute' * 2 ^ least(attempts, 10), interval '1 hour')
     where ${condition}
     returning id, company_id as "companyId", address, known_ids as "knownIds", subscription_id as "subscriptionId",
       attempts, master_key_id as "masterKeyId", wrapped, ciphertext, created_at < now() - ${keptFor} as "isHopeless"`,
    [value],
  );
  return rows.map(({ masterKeyId, wrapped, ciphertext, ...orphan }) => ({
    ...orphan,
    ...openTexts(keys, orphan, { dataKey: { masterKeyId, wrapped }, fields: { apiKey: ciphertext } }),
  }));
}

/** Deletes an orphaned subscription, and its key with it. */
export async function forgetOrphan(tx: Tx, id: string): Promise<void> {
  await tx.query(`delete from stray_subscriptions where id = $1`, [id]);
}

/** Those of these subscriptions that a connection holds. */
export async function heldSubscriptions(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select acculynx_subscription_id as id from connections where acculynx_subscription_id = any($1)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
