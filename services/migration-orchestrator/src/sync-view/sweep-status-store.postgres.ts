import type { FindingVerdict, SweepFinding, SweepStatus } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';

interface StatusRow {
  readonly last_at: Date | null;
  readonly next_at: Date | null;
  readonly all_compared_at: Date | null;
  readonly all_takes_ms: number | null;
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** The state of a connection's sweeps. Sweeps of all records count for the kinds whose auto-sync is on. */
export async function sweepStatusOf(tx: Tx, connectionId: number): Promise<SweepStatus> {
  const row = await tx.one<StatusRow>(
    `select max(ended_at) filter (where pass = 'recent') as last_at,
       min(due_at) filter (where pass = 'recent') as next_at,
       case when every(ended_at is not null) filter (where pass = 'all' and due_at is not null)
         then min(ended_at) filter (where pass = 'all' and due_at is not null) end as all_compared_at,
       case when every(ended_at is not null) filter (where pass = 'all' and due_at is not null)
         then max(took_ms) filter (where pass = 'all' and due_at is not null) end as all_takes_ms
     from sweeps where connection_id = $1`,
    [connectionId],
  );
  const counts = await tx.query<{ verdict: FindingVerdict; count: number }>(
    `select verdict, count(*)::integer as count from sweep_findings where connection_id = $1 group by verdict`,
    [connectionId],
  );
  const countOf = (wanted: FindingVerdict) => counts.find(({ verdict }) => verdict === wanted)?.count ?? 0;
  return {
    lastAt: iso(row.last_at),
    nextAt: iso(row.next_at),
    allComparedAt: iso(row.all_compared_at),
    allTakesMs: row.all_takes_ms,
    missed: countOf('missed'),
    late: countOf('late'),
    early: countOf('early'),
  };
}

type FindingRow = Omit<SweepFinding, 'foundAt' | 'changedAt'> & {
  readonly found_at: Date;
  readonly changed_at: Date | null;
};

/** Findings of a connection, newest first; optionally only those before a given one, and with one verdict. */
export async function findingsOf(
  tx: Tx,
  connectionId: number,
  {
    verdict,
    before,
    limit,
  }: {
    readonly verdict?: FindingVerdict | undefined;
    readonly before?: number | undefined;
    readonly limit: number;
  },
): Promise<SweepFinding[]> {
  const rows = await tx.query<FindingRow>(
    `select id, kind, source_id as "sourceId", name, verdict, found_at, changed_at from sweep_findings
     where connection_id = $1 and ($2::bigint is null or id < $2) and ($3::text is null or verdict = $3)
     order by id desc limit $4`,
    [connectionId, before ?? null, verdict ?? null, limit],
  );
  return rows.map(({ found_at, changed_at, ...finding }) => ({
    ...finding,
    foundAt: found_at.toISOString(),
    changedAt: iso(changed_at),
  }));
}
