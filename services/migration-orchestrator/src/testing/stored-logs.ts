import type { TestDatabase } from '@ridgeline/testkit/integration';

/** Writes entries into a migration's log in bulk: the nth is a second older than the previous one, and about record n. */
export async function storeLogs(
  { asAdmin }: TestDatabase,
  migrationId: number,
  lines: number,
): Promise<void> {
  await asAdmin(
    `insert into logs (migration_id, company_id, line_id, logged_at, level, message, context)
     select m.id, m.company_id, 'line-' || n, timestamptz '2026-01-02T00:00:00Z' - n * interval '1 second',
       case n % 10 when 0 then 'error' else 'info' end, 'Line ' || n, json_build_object('sourceId', 'record-' || n)
     from migrations m, generate_series(1, ${lines}) n where m.id = ${migrationId} order by n`,
    // The form that workers send: without spaces.
    `update logs set context = replace(context::text, ' : ', ':')::json where migration_id = ${migrationId}`,
  );
}
