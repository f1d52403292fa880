import type { Tx } from '@ridgeline/postgres';

/** How long a link works. */
const lifetime = `interval '24 hours'`;

/** After each email the wait for the next one doubles, from a minute to a day, so that no mailbox can be flooded. */
const waited = (asked: string): string =>
  `make_interval(mins => least(power(2, least(${asked}, 12) - 1), 1440)::int)`;

/**
 * Records that a link is requested, and returns null; or returns the seconds to wait for the next one. Needs the system's
 * scope, like every function here.
 */
export async function askForVerification(tx: Tx, userId: number): Promise<number | null> {
  const asked = await tx.query(
    `insert into email_verifications as v (user_id) values ($1)
     on conflict (user_id) do update set asked = v.asked + 1, asked_at = now()
       where v.asked_at + ${waited('v.asked')} <= now()
     returning 1`,
    [userId],
  );
  if (asked.length > 0) return null;
  const { seconds } = await tx.one<{ seconds: number }>(
    `select extract(epoch from asked_at + ${waited('asked')} - now())::float8 as seconds
     from email_verifications where user_id = $1`,
    [userId],
  );
  return Math.max(1, Math.ceil(seconds));
}

/** Makes this the only link that verifies a user's email. */
export async function storeVerificationToken(tx: Tx, userId: number, tokenHash: Buffer): Promise<void> {
  await tx.query(
    `insert into email_verifications (user_id, token_hash, expires_at) values ($1, $2, now() + ${lifetime})
     on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [userId, tokenHash],
  );
}

/** Uses a link up; false when it is not the user's, too old or used. */
export async function takeVerificationToken(tx: Tx, userId: number, tokenHash: Buffer): Promise<boolean> {
  const taken = await tx.query(
    `update email_verifications set token_hash = null
     where user_id = $1 and token_hash = $2 and expires_at > now() returning 1`,
    [userId, tokenHash],
  );
  return taken.length > 0;
}

/** Invalidates all links sent to a user, and allows the next one to be requested immediately. */
export async function dropVerification(tx: Tx, userId: number): Promise<void> {
  await tx.query('delete from email_verifications where user_id = $1', [userId]);
}
