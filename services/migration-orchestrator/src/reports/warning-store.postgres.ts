import type { ReportedOutcome } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { BatchOfKind } from './batch-store.postgres.ts';

/**
 * Counts what a person should know of the records of a batch that was just counted, in the same transaction: each code
 * once for each record that this batch brought over. What was left out or refused is told as that.
 */
export async function countWarnings(
  tx: Tx,
  { migrationId, batch, kind }: BatchOfKind,
  outcomes: readonly ReportedOutcome[],
): Promise<void> {
  const warned = outcomes.flatMap(({ sourceId, warnings }) => warnings.map((code) => ({ sourceId, code })));
  if (warned.length === 0) return;
  await tx.query(
    `insert into warning_counts as c (migration_id, company_id, kind, code, count)
     select $1, o.company_id, $3, w.code, count(distinct w.source_id)::integer
     from unnest($4::text[], $5::text[]) as w(source_id, code)
     cross join lateral (
       select company_id from outcomes
       where migration_id = $1 and source_id = w.source_id and kind = $3 and batch = $2
         and outcome in ('created', 'updated', 'unchanged') offset 0) o
     group by o.company_id, w.code
     on conflict (migration_id, kind, code) do update set count = c.count + excluded.count`,
    [
      migrationId,
      batch,
      kind,
      warned.map(({ sourceId }) => sourceId),
      warned.map(({ code }) => storableText(code)),
    ],
  );
}
