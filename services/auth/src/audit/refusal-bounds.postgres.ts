import type { Tx } from '@ridgeline/postgres';
import { clientNetwork } from '@ridgeline/redis';
import type { AuditEntry } from './audit-entry.ts';

/**
 * Refusals of one action that get a line of their own within an hour: of one person, from one network, and of all
 * together, those of accounts that exist apart from those of none.
 */
export const refusalBounds = { person: 30, network: 100, all: 4_000 } as const;

type SubjectKind = keyof typeof refusalBounds;

/** Whether a refusal gets a line: `last` for the one that uses up the room of the hour. */
export type RefusalQuota = 'line' | 'last' | 'none';

type Refusal = Pick<AuditEntry, 'action' | 'actor' | 'origin'>;

/** What is counted, from the narrowest to the widest. */
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
 * Counts a refusal, so that a flood of them can neither fill the trail nor this table. What a person or a network is
 * refused beyond their own bound takes nothing from the bound of all. Beyond that one, not even persons and networks are
 * counted apart. Each refusal without a line is counted above the bound of exactly one subject. Needs the system's scope.
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
 * Ends the hours that are over: where refusals were left out, one line tells how many, of whom or from where; then the
 * counts go. Needs the system's scope.
 */
export async function noteLeftOutRefusals(tx: Tx): Promise<void> {
  const { person, network, all } = refusalBounds;
  // Another process waits for these rows, and finds them gone.
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
