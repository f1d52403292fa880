import type { Tx } from '@ridgeline/postgres';

/** How long a reset link works. */
const lifetime = `interval '30 minutes'`;

/** Makes this the only reset link of a user that works. */
export async function storeResetToken(tx: Tx, userId: number, tokenHash: Buffer): Promise<void> {
  await tx.query(
    `insert into reset_tokens (user_id, token_hash, expires_at) values ($1, $2, now() + ${lifetime})
     on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [userId, tokenHash],
  );
}

/** The email of the account whose password a link sets, without using it up; null when it does not work. */
export async function emailOfResetToken(tx: Tx, userId: number, tokenHash: Buffer): Promise<string | null> {
  const found = await tx.maybeOne<{ email: string }>(
    `select u.email from reset_tokens t join users u on u.id = t.user_id
     where t.user_id = $1 and t.token_hash = $2 and t.expires_at > now()`,
    [userId, tokenHash],
  );
  return found?.email ?? null;
}

/** Uses a link up; of two concurrent uses only one succeeds. */
export async function takeResetToken(tx: Tx, userId: number, tokenHash: Buffer): Promise<boolean> {
  const taken = await tx.query(
    `delete from reset_tokens where user_id = $1 and token_hash = $2 and expires_at > now() returning 1`,
    [userId, tokenHash],
  );
  return taken.length > 0;
}

/** Invalidates all links that were sent to a user. */
export async function dropResetToken(tx: Tx, userId: number): Promise<void> {
  await tx.query(`delete from reset_tokens where user_id = $1`, [userId]);
}
