import type { Tx } from '@ridgeline/postgres';
import { clientNetwork } from '@ridgeline/redis';
import type { AuditEntry } from './audit-entry.ts';

/**
 * How many refusals of one action are recorded per hour: per user, per network, and in total. The total is kept separately
 * for existing and for unknown accounts.
 */
export const refusalBounds = { person: 30, network: 100, all: 4_000 } as const;

type SubjectKind = keyof typeof refusalBounds;

/** Whether a refusal is recorded; `last` means that it uses up the quota of the hour. */
export type RefusalQuota = 'line' | 'last' | 'none';

type Refusal = Pick<AuditEntry, 'action' | 'actor' | 'origin'>;

/** The counters that a refusal belongs to, from the narrowest to the widest. */
function subjectsOf({ actor, origin }: Refusal): { kind: SubjectKind; name: string }[] {
  return [
    ...(actor.id === null ? [] : [{ kind: 'person', name: String(actor.id) } as const]),
    { kind: 'network', name: clientNetwork(origin.address ?? undefined) },
    { kind: 'all', name: actor.id === null ? 'unknown' : 'known' },
  ];
}

async function count(tx: Tx, action: string, subject: string): Promise<number> {
  const { seen } = await tx.one<{ seen: number }>(
    `insert into audit_refusals as r (hour, action, subject, seen) values (date_trunc('hour', now()), $1, $2, 1)
     on conflict (hour, action, subject) do update set seen = r.seen + 1 returning seen`,
    [action, subject],
  );
  return seen;
}

async function isFull(tx: Tx, action: string, subject: string): Promise<boolean> {
  const row = await tx.maybeOne<{ seen: number }>(
    `select seen from audit_refusals where hour = date_trunc('hour', now()) and action = $1 and subject = $2`,
    [action, subject],
  );
  return (row?.seen ?? 0) >= refusalBounds.all;
}

/**
 * Counts a refusal, so that a flood of refusals can fill neither the trail nor this table. Refusals beyond the limit of their
 * user or network do not count toward the total. Once the total is used up, users and networks are no longer counted
 * separately. A refusal that is not recorded is counted above the limit of exactly one counter. Needs the system's scope.
 */
export async function takeRefusalQuota(tx: Tx, refusal: Refusal): Promise<RefusalQuota> {
  const { action } = refusal;
  const subjects = subjectsOf(refusal).map(({ kind, name }) => ({ kind, subject: `${kind}:${name}` }));
  const all = subjects.at(-1)?.subject ?? '';
  let room: RefusalQuota = 'line';
  for (const { kind, subject } of (await isFull(tx, action, all)) ? subjects.slice(-1) : subjects) {
    const seen = await count(tx, action, subject);
    if (seen > refusalBounds[kind]) return 'none';
    if (seen === refusalBounds[kind]) room = 'last';
  }
  return room;
}

/**
 * Closes past hours: where refusals were left out, one entry states how many, and of which user or network; then the counters
 * are deleted. Needs the system's scope.
 */
export async function noteLeftOutRefusals(tx: Tx): Promise<void> {
  const { person, network, all } = refusalBounds;
  // A concurrent process waits for these rows, and then finds them deleted.
  await tx.query(
    `with over as (
       delete from audit_refusals where hour < date_trunc('hour', now()) returning hour, action, subject, seen
     ), bounded as (
       select hour, action, split_part(subject, ':', 1) as kind, substr(subject, strpos(subject, ':') + 1) as name, seen
       from over
     ), left_out as (
       select *, seen - case kind when 'person' then $1::int when 'network' then $2::int else $3::int end as missing
       from bounded where kind in ('person', 'network', 'all')
     )
     insert into audit (action, result, actor_id, actor_email, company_id, address, detail)
     select l.action, 'refused', u.id, u.email, u.company_id, case when l.kind = 'network' then left(l.name, 64) end,
       l.missing || ' further refusals of this kind ' ||
         case l.kind when 'all' then 'of ' || l.name || ' accounts ' else '' end || 'between ' ||
         to_char(l.hour at time zone 'UTC', 'HH24:MI') || ' and ' ||
         to_char((l.hour + interval '1 hour') at time zone 'UTC', 'HH24:MI') || ' UTC are not listed'
     from left_out l left join users u on l.kind = 'person' and u.id = l.name::bigint
     where l.missing > 0`,
    [person, network, all],
  );
}
