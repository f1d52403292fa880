import type { LogLevel } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from './storable-text.ts';

/** Filters of the log. */
export interface LogFilter {
  readonly search?: string | undefined;
  readonly level?: LogLevel | undefined;
  /** A source record. */
  readonly record?: string | undefined;
}

/** The log entry after which a page begins. */
export interface LogCursor {
  readonly id: number;
  /** When it was logged, in Postgres' text form. Without it, the entry is looked up. */
  readonly loggedAt?: string;
}

/** A part of a log: at most `limit` lines, all older than that of the cursor. */
export interface LogPage extends LogFilter {
  readonly migrationId: number;
  readonly cursor?: LogCursor | undefined;
  readonly limit: number;
}

/** The text as it appears inside the JSON of a context. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * Log entries, newest first, in the order of the index. With a cursor of time and id, a later page is found as fast as the
 * first. With an id alone, all newer index entries are read to find its time: another index would make every insert more
 * expensive. Contexts are searched as text, because they may contain characters that Postgres cannot extract from JSON.
 */
const lines = `
  select id, migration_id, logged_at, level, name, message, context from logs
  where migration_id = $1
    and ($2::bigint is null or (logged_at, id) < (coalesce($8::timestamptz, (
      select logged_at from logs where migration_id = $1 and id = $2 order by logged_at desc limit 1)), $2))
    and ($3::text is null or level = $3)
    and ($4::text is null or strpos(context::text, $4) > 0)
    and ($5::text is null or strpos(lower(concat_ws(': ', name, message)), lower($5)) > 0
      or strpos(lower(context::text), lower($6)) > 0)
  order by logged_at desc, id desc limit $7`;

function paramsOf({ migrationId, cursor, level, record, search, limit }: LogPage): unknown[] {
  // Characters that no entry can contain are removed.
  const text = storableText(search ?? '') || null;
  return [
    migrationId,
    cursor?.id ?? null,
    level ?? null,
    record === undefined ? null : `"sourceId":${JSON.stringify(storableText(record))}`,
    text,
    text === null ? null : inJson(text),
    limit,
    cursor?.loggedAt ?? null,
  ];
}

const time = `to_char(logged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * A log entry as the contract's `MigrationLog`, in JSON without spaces: `json_build_object` would make it a tenth longer. The
 * fields that differ between entries are next to each other, so that compression finds longer repetitions (ADR 37).
 */
const asJson = `'{"migrationId":' || migration_id || ',"timestamp":"' || ${time} || '","id":' || id
  || coalesce(',"name":' || to_json(name), '') || ',"message":' || to_json(message) || ',"context":' || context || ',"level":"' || level || '"}'`;

/** How many entries form a piece: large strings cost Node the most, in garbage collection. */
const pieceLines = 200;

/**
 * Log entries as the text of a JSON array, in pieces to be sent unchanged, one after another. Postgres builds the text: the
 * benchmark `logs-endpoint` shows what that saves compared with mapping rows here.
 */
export async function logJson(tx: Tx, page: LogPage): Promise<string[]> {
  const pieces = await tx.query<{ piece: string }>(
    `select string_agg(${asJson}, ',' order by position) as piece
     from (select l.*, row_number() over (order by logged_at desc, id desc) - 1 as position from (${lines}) l) p
     group by position / ${pieceLines} order by position / ${pieceLines}`,
    paramsOf(page),
  );
  return ['[', ...pieces.flatMap(({ piece }, index) => (index === 0 ? [piece] : [',', piece])), ']'];
}

/** Lines of JSON, and where the next page begins; null on the last one. */
export interface LogLines {
  readonly text: string;
  readonly next: LogCursor | null;
}

/** The lines as NDJSON. */
export async function logNdjson(tx: Tx, page: LogPage): Promise<LogLines> {
  const { text, count, ...last } = await tx.one<{ text: string; count: number } & Required<LogCursor>>(
    `select coalesce(string_agg((${asJson}) || E'\\n', ''), '') as text, count(*)::integer as count,
       (array_agg(id))[count(*)] as id, min(logged_at)::text as "loggedAt"
     from (${lines}) l`,
    paramsOf(page),
  );
  return { text, next: count === page.limit ? last : null };
}

/** A log entry as table cells. */
export interface LogRow extends Required<LogCursor> {
  readonly time: string;
  readonly level: LogLevel;
  /** The message, preceded by the name. */
  readonly sentence: string;
  /** JSON. */
  readonly context: string;
}

/** The lines as rows. */
export function logRows(tx: Tx, page: LogPage): Promise<LogRow[]> {
  return tx.query<LogRow>(
    `select id, logged_at::text as "loggedAt", ${time} as time, level,
       concat_ws(': ', name, message) as sentence, context::text as context
     from (${lines}) l`,
    paramsOf(page),
  );
}
