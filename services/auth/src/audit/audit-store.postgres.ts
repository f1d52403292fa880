import type { Tx } from '@ridgeline/postgres';
import type { AuditEntry } from './audit-entry.ts';

/** Bounds of what strangers can write into the table with each attempt. */
const most = { email: 254, address: 64, userAgent: 300, detail: 1_000 };

function cut(text: string | null | undefined, length: number): string | null {
  return text?.slice(0, length) ?? null;
}

/** Adds a line to the audit trail, in the transaction of what it tells: both commit, or neither does. */
export async function record(tx: Tx, entry: AuditEntry): Promise<void> {
  const { action, result, actor, target, companyId, origin, detail } = entry;
  await tx.query(
    `insert into audit (action, result, actor_id, actor_email, target_id, target_email, company_id, address, user_agent, detail)
     values ($1, $2, $3, coalesce($4, (select email from users where id = $3)),
       $5, coalesce($6, (select email from users where id = $5)), $7, $8, $9, $10)`,
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
    ],
  );
}
