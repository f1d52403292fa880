import type { RecordOutcome } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';

/** Filters for outcomes. */
export interface OutcomeFilter {
  readonly outcome?: string | undefined;
  readonly kind?: string | undefined;
  readonly reason?: string | undefined;
  readonly record?: string | undefined;
}

/** A part of a migration's outcomes: at most `limit`, all after `after` in record order. */
export interface OutcomePage extends OutcomeFilter {
  readonly migrationId: number;
  readonly after: Pick<RecordOutcome, 'sourceId' | 'kind'> | null;
  readonly limit: number;
}

/**
 * The message of a row written by a release before ADR 70: it is only in the log entry, which is found by its key. Can be
 * removed once retention has dropped the last of these rows.
 */
const formerMessage = `case when name is null and outcome in ('failed', 'skipped') then (
  select l.message from logs l
  where l.migration_id = $1 and l.line_id = 'record-' || source_id || '-' || outcome
) end`;

/** The outcome of each record, in the order of the table's key, so that a later page costs no more than the first. */
export function outcomesOf(tx: Tx, page: OutcomePage): Promise<RecordOutcome[]> {
  const { migrationId, after, outcome, kind, reason, record, limit } = page;
  return tx.query<RecordOutcome>(
    `select source_id as "sourceId", kind, outcome, hubspot_id as "hubspotId", name, reason,
       coalesce(message, ${formerMessage}) as message, detail, field
     from outcomes where migration_id = $1 and ($2::text is null or (source_id, kind) > ($2, $3))
       and ($4::text is null or outcome = $4) and ($5::text is null or kind = $5)
       and ($6::text is null or reason = $6) and ($7::text is null or source_id = $7)
     order by source_id, kind limit $8`,
    [
      migrationId,
      after?.sourceId ?? null,
      after?.kind ?? null,
      outcome ?? null,
      kind ?? null,
      reason ?? null,
      record ?? null,
      limit,
    ],
  );
}
