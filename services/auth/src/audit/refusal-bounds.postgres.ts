import type { Tx } from '@ridgeline/postgres';
import type { AuditEntry } from './audit-entry.ts';

/** Refusals of one action that get a line of their own within an hour: of one address or person, and of all together. */
export const refusalBounds = { perSubject: 50, all: 2_000 } as const;

/** Whether a refusal gets a line: `last` for the one that uses up the hour's room. */
export type RefusalRoom = 'line' | 'last' | 'none';

async function count(tx: Tx, action: string, subject: string): Promise<number> {
  const { seen } = await tx.one<{ seen: number }>(
    `insert into audit_refusals as r (hour, action, subject, seen) values (date_trunc('hour', now()), $1, $2, 1)
     on conflict (hour, action, subject) do update set seen = r.seen + 1 returning seen`,
    [action, subject],
  );
  return seen;
}

/**
 * Counts a refusal, so that a flood of them can neither fill the trail nor this table: beyond the bound of all, not even
 * subjects are told apart. Needs the system's scope.
 */
export async function roomForRefusal(
  tx: Tx,
  { action, actor, origin }: Pick<AuditEntry, 'action' | 'actor' | 'origin'>,
): Promise<RefusalRoom> {
  const all = await count(tx, action, '');
  if (all > refusalBounds.all) return 'none';
  const subject = (origin.address ?? actor.email ?? String(actor.id)).slice(0, 254);
  const own = await count(tx, action, subject);
  if (own > refusalBounds.perSubject) return 'none';
  return own === refusalBounds.perSubject || all === refusalBounds.all ? 'last' : 'line';
}

/** Deletes the counts of hours that are long over; needs the system's scope. */
export async function forgetRefusalCounts(tx: Tx): Promise<void> {
  await tx.query(`delete from audit_refusals where hour < now() - interval '2 days'`);
}
