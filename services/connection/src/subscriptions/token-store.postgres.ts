import { createHash } from 'node:crypto';
import type { Connection } from '@ridgeline/contracts';
import { newId } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import type { ConnectionKey } from '../connections/connection-store.postgres.ts';
import type { MasterKeys } from '../secrets/master-keys.ts';
import { openTexts, sealTexts } from '../secrets/sealed-secrets.ts';
import { addressOf, type HeldSubscription } from './subscription-order.ts';

/** How a token is looked up: the token cannot be computed from its hash. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A token moves with its connection to another company, so it is bound to its row alone. */
const ownerOf = (id: string) => ({ companyId: '', id });

/** How long a replaced token works, or one whose subscription was never stored: longer than AccuLynx retries a delivery. */
const keptFor = `interval '24 hours'`;

/** Starts the expiry of a connection's current token. */
export async function retireToken(tx: Tx, { connectionId }: ConnectionKey): Promise<void> {
  await tx.query(
    `update webhook_tokens
     set valid_until = now() + ${keptFor}, master_key_id = null, wrapped = null, ciphertext = null
     where connection_id = $1 and valid_until is null`,
    [connectionId],
  );
}

/**
 * Accepts events of a subscription that is about to be created, until `storeToken` makes the token the connection's own: they
 * may arrive before it is stored, and it may never be. Does nothing if there is no connection with this id.
 */
export async function announceToken(tx: Tx, connectionId: number, token: string): Promise<void> {
  await tx.query(
    `insert into webhook_tokens (id, connection_id, company_id, hash, subscription_id, valid_until)
     select $1, id, company_id, $2, '', now() + ${keptFor} from connections where id = $3`,
    [newId(), hashOfToken(token), connectionId],
  );
}

/** Stores the token of a connection's subscription, sealed; the previous one expires. */
export async function storeToken(
  tx: Tx,
  keys: MasterKeys,
  key: ConnectionKey,
  { subscriptionId, token }: { readonly subscriptionId: string; readonly token: string },
): Promise<void> {
  await retireToken(tx, key);
  const id = newId();
  const { dataKey, fields } = sealTexts(keys, ownerOf(id), { token });
  await tx.query(
    `insert into webhook_tokens
       (id, connection_id, company_id, hash, subscription_id, master_key_id, wrapped, ciphertext)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (hash) do update set id = excluded.id, subscription_id = excluded.subscription_id, valid_until = null,
       master_key_id = excluded.master_key_id, wrapped = excluded.wrapped, ciphertext = excluded.ciphertext, sealed_at = now()`,
    [
      id,
      key.connectionId,
      key.companyId,
      hashOfToken(token),
      subscriptionId,
      dataKey.masterKeyId,
      dataKey.wrapped,
      fields.token,
    ],
  );
}

interface HeldRow extends Pick<Connection, 'customEventProcessorUrl'> {
  readonly subscriptionId: string;
  readonly readableToken: string | null;
  readonly id: string | null;
  readonly masterKeyId: string;
  readonly wrapped: Buffer;
  readonly ciphertext: Buffer;
}

/** The subscription that a connection holds; null when it has none, or is gone. */
export async function heldSubscription(
  tx: Tx,
  { masterKeys, baseUrl }: { readonly masterKeys: MasterKeys; readonly baseUrl: string },
  { companyId, connectionId }: ConnectionKey,
): Promise<HeldSubscription | null> {
  const row = await tx.maybeOne<HeldRow>(
    `select c.acculynx_subscription_id as "subscriptionId", c.custom_event_processor_url as "customEventProcessorUrl",
       c.webhook_token as "readableToken", t.id, t.master_key_id as "masterKeyId", t.wrapped, t.ciphertext
     from connections c
       left join webhook_tokens t on t.connection_id = c.id and t.valid_until is null
         and t.subscription_id = c.acculynx_subscription_id
     where c.company_id = $1 and c.id = $2 and c.acculynx_subscription_id is not null`,
    [companyId, connectionId],
  );
  if (!row) return null;
  const { subscriptionId, readableToken, id, masterKeyId, wrapped, ciphertext } = row;
  const sealed = { dataKey: { masterKeyId, wrapped }, fields: { token: ciphertext } };
  // A readable token was written by the previous release, and is newer than the sealed one.
  const token = readableToken ?? (id === null ? null : openTexts(masterKeys, ownerOf(id), sealed).token);
  return { subscriptionId, token, address: addressOf(row, { baseUrl, token }) };
}

const batchSize = 50;

const isSealedFor = (age: string): string => `exists (
  select from webhook_tokens t
  where t.hash = sha256(convert_to(c.webhook_token, 'UTF8')) and t.sealed_at <= now() - interval '${age}')`;

/** Seals some readable tokens; answers how many these were. */
async function sealSome(tx: Tx, keys: MasterKeys): Promise<number> {
  const rows = await tx.query<ConnectionKey & { subscriptionId: string; token: string }>(
    `select c.company_id as "companyId", c.id as "connectionId", c.acculynx_subscription_id as "subscriptionId",
       c.webhook_token as token
     from connections c
     where c.webhook_token is not null and c.acculynx_subscription_id is not null and not ${isSealedFor('0')}
     order by c.id limit $1 for no key update skip locked`,
    [batchSize],
  );
  for (const { subscriptionId, token, ...key } of rows)
    await storeToken(tx, keys, key, { subscriptionId, token });
  return rows.length;
}

/**
 * Clears the readable copy of some tokens; returns how many. Processes of the previous release read it until the last of them
 * is replaced, which takes minutes.
 */
async function emptySome(tx: Tx): Promise<number> {
  const rows = await tx.query(
    `update connections set webhook_token = null where id in (
       select c.id from connections c where c.webhook_token is not null and ${isSealedFor('1 hour')}
       order by c.id limit $1 for no key update skip locked)
     returning 1`,
    [batchSize],
  );
  return rows.length;
}

/**
 * Seals the readable tokens that the previous release has written, and clears their column an hour later, in short
 * transactions that several processes may run concurrently. Returns how many were sealed. Expired tokens are deleted.
 */
export async function sealReadableTokens(db: Database, keys: MasterKeys): Promise<number> {
  let count = 0;
  for (let batch = batchSize; batch === batchSize; count += batch)
    batch = await db.forSystem((tx) => sealSome(tx, keys));
  for (let batch = batchSize; batch === batchSize;) batch = await db.forSystem(emptySome);
  await db.forSystem((tx) => tx.query(`delete from webhook_tokens where valid_until < now()`));
  return count;
}
