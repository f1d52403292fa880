import type { Tx } from '@ridgeline/postgres';

/*
 * Changes that sweeps found and that no event had reported (ADR 77, 5).
 *
 *   found ─┬─ the record was read after an event, and was unchanged ─> early
 *          └─ open ─┬─ an event is received within 30 s: it was on its way ─> no finding
 *                   ├─ one is received later ──────────────────────────────> late
 *                   └─ none within an hour ────────────────────────────────> missed
 */

/** A change that a sweep found. */
export interface FoundChange {
  readonly sourceId: string;
  readonly name: string | null;
  /** The source's date of the change. */
  readonly changedAt: string | null;
  /** Whether an event came before AccuLynx showed the change. */
  readonly early: boolean;
}

/** The records of a kind of a connection. */
export interface FindingsOf {
  readonly connectionId: number;
  readonly companyId: string;
  readonly kind: string;
}

/** Stores findings. A record has at most one open finding. */
export async function noteFindings(
  tx: Tx,
  { connectionId, companyId, kind }: FindingsOf,
  found: readonly FoundChange[],
): Promise<void> {
  if (found.length === 0) return;
  await tx.query(
    `insert into sweep_findings (connection_id, company_id, kind, source_id, name, changed_at, verdict)
     select $1, $2, $3, f.source_id, f.name, f.changed_at, case when f.early then 'early' else 'open' end
     from unnest($4::text[], $5::text[], $6::timestamptz[], $7::boolean[]) as f(source_id, name, changed_at, early)
     on conflict (connection_id, kind, source_id) where verdict = 'open' do nothing`,
    [
      connectionId,
      companyId,
      kind,
      found.map(({ sourceId }) => sourceId),
      found.map(({ name }) => name),
      found.map(({ changedAt }) => changedAt),
      found.map(({ early }) => early),
    ],
  );
}

/** An event that is received this soon after the finding was already on its way. */
const onItsWay = `interval '30 seconds'`;

/** A record for which an event was received. */
export interface ReportedRecord {
  readonly kind: string;
  readonly sourceId: string;
  /** When the first event of the pack was received. */
  readonly firstAt: Date;
}

/** Resolves the open findings of records for which events were received. */
export async function reportFound(
  tx: Tx,
  connectionId: number,
  records: readonly ReportedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await tx.query(
    `with reported as materialized (
       select f.id, n.first_at < f.found_at + ${onItsWay} as on_its_way
       from unnest($2::text[], $3::text[], $4::timestamptz[]) as n(kind, source_id, first_at)
       cross join lateral (
         select id, found_at from sweep_findings
         where connection_id = $1 and kind = n.kind and source_id = n.source_id and verdict = 'open' offset 0) f
     ), taken_back as (
       delete from sweep_findings where id = any (array(select id from reported where on_its_way))
     )
     update sweep_findings set verdict = 'late'
     where id = any (array(select id from reported where not on_its_way)) and verdict = 'open'`,
    [
      connectionId,
      records.map(({ kind }) => kind),
      records.map(({ sourceId }) => sourceId),
      records.map(({ firstAt }) => firstAt),
    ],
  );
}

/** Withdraws open findings of records whose changes are not auto-sync's: they are left to migrations. */
export async function takeBackFindings(
  tx: Tx,
  { connectionId, kind }: Pick<FindingsOf, 'connectionId' | 'kind'>,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  await tx.query(
    `delete from sweep_findings
     where connection_id = $1 and kind = $2 and source_id = any ($3::text[]) and verdict = 'open'`,
    [connectionId, kind, sourceIds],
  );
}

/** Withdraws a connection's open findings, of one kind or of all: no events will arrive for them. */
export async function takeBackOpenFindings(tx: Tx, connectionId: number, kind: string | null): Promise<void> {
  await tx.query(
    `delete from sweep_findings
     where connection_id = $1 and verdict = 'open' and ($2::text is null or kind = $2)`,
    [connectionId, kind],
  );
}

/** Marks findings as missed for which no event arrived within `afterMs`. Returns how many. */
export async function decideMissed(tx: Tx, afterMs: number): Promise<number> {
  const missed = await tx.query(
    `update sweep_findings set verdict = 'missed'
     where verdict = 'open' and found_at < clock_timestamp() - $1 * interval '1 millisecond' returning 1`,
    [afterMs],
  );
  return missed.length;
}
