import { propertyLabel, type CheckDifference } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { FencedCheck } from './check-lease.postgres.ts';

/** A difference before it is stored. */
export type NewDifference = Omit<CheckDifference, 'id'>;

/** Adds the differences of a page to a check's list. */
export async function addDifferences(
  tx: Tx,
  { id, company_id }: FencedCheck,
  differences: readonly NewDifference[],
): Promise<void> {
  if (differences.length === 0) return;
  const rows = differences.map((one) =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [
        name,
        typeof value === 'string' ? storableText(value) : value,
      ]),
    ),
  );
  await tx.query(
    `insert into check_differences (check_id, company_id, kind, source_id, hubspot_id, name, verdict, property, label, written,
       now, changed_by, source, source_detail, source_name, migration_id, changed_at)
     select $1, $2, kind, "sourceId", "hubspotId", name, verdict, property, label, written, now, "changedBy", source,
       "sourceDetail", "sourceName", "migrationId", "changedAt"
     from json_to_recordset($3::json) as d(kind text, "sourceId" text, "hubspotId" text, name text, verdict text, property text,
       label text, written text, now text, "changedBy" text, source text, "sourceDetail" text, "sourceName" text,
       "migrationId" integer, "changedAt" timestamptz)`,
    [id, company_id, JSON.stringify(rows)],
  );
}

/** The next differences of a check, in the order in which they were found. */
export async function differencesOf(
  tx: Tx,
  { check, after, limit }: { readonly check: number; readonly after: number; readonly limit: number },
): Promise<CheckDifference[]> {
  const rows = await tx.query<Omit<CheckDifference, 'changedAt'> & { readonly at: Date | null }>(
    `select id, kind, source_id as "sourceId", hubspot_id as "hubspotId", name, verdict, property, label,
       written, now, changed_by as "changedBy", source, source_detail as "sourceDetail", source_name as "sourceName", migration_id as "migrationId", changed_at as at
     from check_differences where check_id = $1::bigint and id > $2 order by id limit $3`,
    [check, after, limit],
  );
  return rows.map(({ at, ...one }) => ({
    ...one,
    label: one.label ?? (one.property === null ? null : propertyLabel(one.kind, one.property)),
    changedAt: at?.toISOString() ?? null,
  }));
}
