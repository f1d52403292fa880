import type { AccuracyFinding, AccuracyStatus, AccuracyVerdict } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';

interface StatusRow extends Omit<AccuracyStatus, 'lastAt' | 'nextAt' | 'listed'> {
  readonly last_at: Date | null;
  readonly next_at: Date | null;
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/**
 * Records that users changed, and records that are gone, stay listed until they are written again. A record whose written
 * values are no longer known is not listed.
 */
const stands = `(f.verdict = 'repaired' or (
  select s.written_at from source_states s
  where s.connection_id = f.connection_id and s.kind = f.kind and s.source_id = f.source_id) <= f.seen_at)`;

/** How a connection's records in HubSpot compare with what was written, by the last comparison of each kind. */
export async function accuracyOf(tx: Tx, connectionId: number): Promise<AccuracyStatus> {
  const { last_at, next_at, ...counts } = await tx.one<StatusRow>(
    `with kinds as (
       select w.kind, w.due_at, w.started_at, c.ended_at is null as is_begun, c.compared
       from portal_sweeps w left join lateral (
         select ended_at, compared from accuracy_checks
         where connection_id = $1 and kind = w.kind order by id desc limit 1) c on true
       where w.connection_id = $1
     ), last as (
       select c.* from kinds k cross join lateral (
         select * from accuracy_checks
         where connection_id = $1 and kind = k.kind and ended_at is not null order by id desc limit 1) c
     ), times as (
       select min(due_at) filter (where started_at is null) as next_at,
         case when count(started_at) > 0
           then coalesce(sum(compared) filter (where started_at is not null and is_begun), 0)::integer end as "underWay"
       from kinds
     )
     select (select next_at from times), (select "underWay" from times), max(ended_at) as last_at,
       coalesce(bool_and(whole), false) as whole, coalesce(sum(compared), 0)::integer as compared,
       coalesce(sum(equal), 0)::integer as equal, coalesce(sum(changed_by_people), 0)::integer as "changedByPeople",
       coalesce(sum(repaired), 0)::integer as repaired, coalesce(sum(gone), 0)::integer as gone, (
         select count(*)::integer from sync_records
         where connection_id = $1 and waits_since is not null and origin = 'check') as repairing
     from last`,
    [connectionId],
  );
  const listed = await tx.query<{ verdict: AccuracyVerdict; count: number }>(
    `select f.verdict, count(*)::integer as count from accuracy_findings f
     where f.connection_id = $1 and ${stands} group by f.verdict`,
    [connectionId],
  );
  const listOf = (wanted: AccuracyVerdict) => listed.find(({ verdict }) => verdict === wanted)?.count ?? 0;
  return {
    ...counts,
    lastAt: iso(last_at),
    nextAt: iso(next_at),
    listed: {
      changed_by_people: listOf('changed_by_people'),
      repaired: listOf('repaired'),
      gone: listOf('gone'),
    },
  };
}

/** Findings of a connection, newest first; optionally only those with one verdict, and those before a given one. */
export async function accuracyFindingsOf(
  tx: Tx,
  connectionId: number,
  {
    verdict,
    before,
    limit,
  }: {
    readonly verdict?: AccuracyVerdict | undefined;
    readonly before?: number | undefined;
    readonly limit: number;
  },
): Promise<AccuracyFinding[]> {
  const rows = await tx.query<Omit<AccuracyFinding, 'foundAt'> & { readonly found_at: Date }>(
    `select f.id, f.kind, f.source_id as "sourceId", f.hubspot_id as "hubspotId", f.name, f.verdict, f.properties, f.found_at
     from accuracy_findings f
     where f.connection_id = $1 and ($2::text is null or f.verdict = $2) and ($3::bigint is null or f.id < $3) and ${stands}
     order by f.id desc limit $4`,
    [connectionId, verdict ?? null, before ?? null, limit],
  );
  return rows.map(({ found_at, ...finding }) => ({ ...finding, foundAt: found_at.toISOString() }));
}
