import type { LogLevel } from '@ridgeline/contracts';
import { newId } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import type { NewLogLine } from './log-line.ts';

/** Stores log lines of a migration; lines that are there already stay as they are. */
export async function appendLog(tx: Tx, migrationId: number, lines: readonly NewLogLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(
    `insert into logs (migration_id, company_id, line_id, logged_at, level, name, message, context)
     select m.id, m.company_id, l.line_id, l.logged_at, l.level, l.name, l.message, l.context
     from migrations m,
       unnest($2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::json[])
         with ordinality as l(line_id, logged_at, level, name, message, context, position)
     where m.id = $1
     order by l.position
     on conflict on constraint log_line_once do nothing`,
    [
      migrationId,
      lines.map((line) => line.lineId),
      lines.map((line) => line.time.toISOString()),
      lines.map((line) => line.level),
      lines.map((line) => line.name),
      lines.map((line) => line.message),
      lines.map((line) => line.contextJson),
    ],
  );
}

/** Stores an entry of this service itself. */
export async function note(
  tx: Tx,
  migrationId: number,
  level: LogLevel,
  message: string,
  context: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const contextJson = JSON.stringify(context);
  const line = { lineId: newId(), time: new Date(), level, name: null, message, contextJson };
  await appendLog(tx, migrationId, [line]);
}
