import { syncPageSize, type SyncDeadLetter } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';

type DeadRow = Omit<SyncDeadLetter, 'knownAt' | 'failedAt'> & {
  readonly known_at: Date;
  readonly dead_at: Date;
};

/** A page of a connection's dead letters, the newest first, from 1, and how many there are. */
export async function deadLettersOf(
  tx: Tx,
  connectionId: number,
  page: number,
): Promise<{ readonly records: SyncDeadLetter[]; readonly total: number }> {
  const rows = await tx.query<DeadRow>(
    `select kind, source_id as "sourceId", name, reason, message, detail, field, attempts, known_at, dead_at
     from sync_records where connection_id = $1 and dead_at is not null
     order by dead_at desc, source_id limit $2 offset ($3::bigint - 1) * $2`,
    [connectionId, syncPageSize, page],
  );
  const { total } = await tx.one<{ total: number }>(
    `select count(*)::integer as total from sync_records where connection_id = $1 and dead_at is not null`,
    [connectionId],
  );
  const records = rows.map(({ known_at, dead_at, ...row }) => ({
    ...row,
    knownAt: known_at.toISOString(),
    failedAt: dead_at.toISOString(),
  }));
  return { records, total };
}

/** A record by its key. */
export type RecordKey = Pick<SyncDeadLetter, 'kind' | 'sourceId'>;

/** Makes dead letters due again: the given ones, or all. Returns how many. The caller holds the connection's row. */
export async function retryDeadLetters(
  tx: Tx,
  connectionId: number,
  records: readonly RecordKey[] | null,
): Promise<number> {
  const retried = await tx.query(
    `update sync_records r set dead_at = null, due_at = clock_timestamp(), origin = 'person', attempts = 0,
       first_failed_at = null, known_at = clock_timestamp()
     where connection_id = $1 and dead_at is not null
       and ($2 or (kind, source_id) in (select * from unnest($3::text[], $4::text[])))
     returning 1`,
    [
      connectionId,
      records === null,
      (records ?? []).map(({ kind }) => kind),
      (records ?? []).map(({ sourceId }) => sourceId),
    ],
  );
  return retried.length;
}
