import type { Tx } from '@ridgeline/postgres';
import type { AuditEntry } from './audit-entry.ts';
import { takeRefusalQuota } from './refusal-bounds.postgres.ts';

/** Limits for the text that anonymous clients can write into the table with each attempt. */
const most = { email: 254, address: 64, userAgent: 300, detail: 1_000 };

function cut(text: string | null | undefined, length: number): string | null {
  return text?.slice(0, length) ?? null;
}

/** Added to the last refusal that is recorded in an hour, to explain why no more follow. */
const noMore = ' (further refusals of this kind are not listed within this hour)';

/**
 * Adds an entry to the audit trail, in the transaction of the recorded action: both commit, or neither does. The number of
 * refusals recorded per hour is limited (`takeRefusalQuota`); recording one needs the system's scope.
 */
export async function record(tx: Tx, entry: AuditEntry): Promise<void> {
  const room = entry.result === 'refused' ? await takeRefusalQuota(tx, entry) : 'line';
  if (room === 'none') return;
  await insertLine(tx, room === 'last' ? { ...entry, detail: (entry.detail ?? '') + noMore } : entry);
}

/** Repeated reads by the same user within this time are recorded once. */
const readsOf = '15 minutes';

/** Records what an administrator reads, unless the same read was recorded recently; needs the system's scope. */
export async function recordRead(tx: Tx, entry: AuditEntry): Promise<void> {
  const recent = await tx.maybeOne(
    `select 1 from audit where actor_id = $1 and company_id = $2 and action = $3 and at > now() - $4::interval limit 1`,
    [entry.actor.id, entry.companyId, entry.action, readsOf],
  );
  if (recent === undefined) await insertLine(tx, entry);
}

async function insertLine(tx: Tx, entry: AuditEntry): Promise<void> {
  const { action, result, actor, target, companyId, origin, detail, at } = entry;
  await tx.query(
    `insert into audit (action, result, actor_id, actor_email, target_id, target_email, company_id, address, user_agent, detail, at)
     values ($1, $2, $3, coalesce($4, (select email from users where id = $3)),
       $5, coalesce($6, (select email from users where id = $5)), $7, $8, $9, $10,
       least(coalesce($11, now()), now()))`,
    [
      action,
      result,
      actor.id,
      cut(actor.email, most.email),
      target?.id ?? null,
      cut(target?.email, most.email),
      companyId,
      cut(origin.address, most.address),
      cut(origin.userAgent, most.userAgent),
      cut(detail, most.detail),
      at ?? null,
    ],
  );
}

/** Whether a user is, or according to the trail was, a member of a company; needs the system's scope. */
export async function wasOfCompany(tx: Tx, userId: number, companyId: string): Promise<boolean> {
  const found = await tx.maybeOne(
    `select 1 from users where id = $1 and
       (company_id = $2 or exists (select from audit where actor_id = $1 and company_id = $2))`,
    [userId, companyId],
  );
  return found !== undefined;
}

/** Deletes at most `limit` lines from before a moment, and answers how many there were; needs the system's scope. */
export async function forgetLines(tx: Tx, before: Date, limit: number): Promise<number> {
  const { gone } = await tx.one<{ gone: number }>('select forget_audit($1, $2) as gone', [before, limit]);
  return gone;
}
