import type { Tx } from '@ridgeline/postgres';

/** The tables that hold what migrations leave behind, cut into blocks of a hundred migrations. */
const recordTables = [
  'batches',
  'planned_records',
  'key_reservations',
  'deferred_values',
  'outcomes',
  'chosen_records',
  'possible_duplicates',
  'logs',
] as const;

/** The first migration id of each block, oldest first. */
export async function recordBlocks(tx: Tx): Promise<readonly number[]> {
  const rows = await tx.query<{ first: number }>(
    `select (regexp_match(c.relname, '_from_(\\d+)$'))[1]::integer as first
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'outcomes'::regclass
     order by 1`,
    [],
  );
  return rows.map((row) => row.first);
}

/** Drops a block, with everything but the summaries of its migrations, if all of them are old; returns whether they are. */
export async function dropOldBlock(tx: Tx, first: number, keepDays: number): Promise<boolean> {
  const { dropped } = await tx.one<{ dropped: boolean }>(`select drop_record_block($1, $2) as dropped`, [
    first,
    keepDays,
  ]);
  return dropped;
}

/** Old migrations, from this block on, whose records still exist because their block also contains recent migrations. */
export async function oldMigrations(
  tx: Tx,
  firstBlock: number,
  keepDays: number,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    `select id from migrations m
     where id >= $2 and completed_at < now() - $1 * interval '1 day'
       and (select count(*) from (select from logs where migration_id = m.id limit 1) l) > 0
     order by id limit 1000`,
    [keepDays, firstBlock],
  );
  return rows.map((row) => row.id);
}

/** Deletes at most `limit` rows that a migration left in one table, and answers how many there were. */
async function deleteSome(
  tx: Tx,
  table: (typeof recordTables)[number],
  migrationId: number,
  limit: number,
): Promise<number> {
  const rows = await tx.query(
    `delete from ${table} where migration_id = $1 and ctid = any (array(
       select ctid from ${table} where migration_id = $1 limit $2)) returning 1`,
    [migrationId, limit],
  );
  return rows.length;
}

/**
 * Deletes some of an old migration's rows, its log last, and returns whether there were any. Each call is one bounded step.
 */
export async function deleteSomeRecords(tx: Tx, migrationId: number, limit: number): Promise<boolean> {
  for (const table of recordTables) if ((await deleteSome(tx, table, migrationId, limit)) > 0) return true;
  return false;
}

/** Deletes old attempts, options of migrations that ended long ago, and old answers of creating calls. */
export async function forgetOldRows(tx: Tx, keepDays: number): Promise<void> {
  await tx.query(`delete from attempts where ended_at < now() - $1 * interval '1 day'`, [keepDays]);
  await tx.query(
    `delete from added_options o using migrations m
     where m.id = o.migration_id and m.completed_at < now() - $1 * interval '1 day'`,
    [keepDays],
  );
  await tx.query(`delete from idempotency_keys where created_at < now() - interval '2 days'`);
}

/** Deletes up to `limit` findings of sweeps that are older than this many days; returns how many. */
export async function forgetOldFindings(tx: Tx, keepDays: number, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from sweep_findings where id in (
       select id from sweep_findings where found_at < now() - $1 * interval '1 day' order by found_at limit $2)
     returning 1`,
    [keepDays, limit],
  );
  return rows.length;
}

/**
 * Deletes up to `limit` comparisons with HubSpot, and as many of their findings, that are older than this many days; returns
 * how many rows. A finding is as old as the last comparison that met it.
 */
export async function forgetOldComparisons(tx: Tx, keepDays: number, limit: number): Promise<number> {
  let forgotten = 0;
  for (const [table, age] of [
    ['accuracy_findings', 'seen_at'],
    ['accuracy_checks', 'started_at'],
  ] as const) {
    const rows = await tx.query(
      `delete from ${table} where id in (
         select id from ${table} where ${age} < now() - $1 * interval '1 day' order by ${age} limit $2)
       returning 1`,
      [keepDays, limit],
    );
    forgotten += rows.length;
  }
  return forgotten;
}

/** Deletes up to `limit` rounds that ended more than this many days ago, and what they left; returns how many rounds. */
export async function forgetOldRounds(tx: Tx, keepDays: number, limit: number): Promise<number> {
  const rows = await tx.query<{ round: number }>(
    `select round from sync_rounds where finished_at < now() - $1 * interval '1 day'
     order by finished_at limit $2`,
    [keepDays, limit],
  );
  const rounds = rows.map(({ round }) => round);
  if (rounds.length === 0) return 0;
  for (const table of roundTables)
    await tx.query(`delete from ${table} where round = any ($1::integer[])`, [rounds]);
  await tx.query(`delete from sync_claims where round = any ($1::integer[]) and not open`, [rounds]);
  await tx.query(`delete from sync_rounds where round = any ($1::integer[])`, [rounds]);
  return rounds.length;
}

const roundTables = [
  'sync_batches',
  'sync_planned_records',
  'sync_key_reservations',
  'sync_deferred_values',
  'sync_outcomes',
] as const;

/** Deletes feed entries of deleted connections, and each deleted connection without any left; returns how many rows. */
export async function forgetDeletedConnections(tx: Tx, limit: number): Promise<number> {
  const lines = await tx.query(
    `delete from sync_outcomes where id in (
       select o.id from sync_connections c cross join lateral (
         select id from sync_outcomes where connection_id = c.connection_id order by id limit $1) o
       where c.deleted_at is not null limit $1)
     returning 1`,
    [limit],
  );
  if (lines.length > 0) return lines.length;
  const gone = await tx.query<{ connection_id: number }>(
    `delete from sync_connections c where deleted_at < now() - interval '1 day' returning connection_id`,
  );
  // Rows counted after the deletion, or left by a deletion in the previous release.
  for (const table of [
    'all_sweeps',
    'source_states',
    'sweep_findings',
    'accuracy_findings',
    'accuracy_checks',
  ])
    await tx.query(`delete from ${table} where connection_id = any ($1::integer[])`, [
      gone.map((row) => row.connection_id),
    ]);
  return gone.length;
}
