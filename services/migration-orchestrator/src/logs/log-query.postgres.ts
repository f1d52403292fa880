import type { LogLevel } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from './storable-text.ts';

/** Which lines are wanted. */
export interface LogFilter {
  readonly search?: string | undefined;
  readonly level?: LogLevel | undefined;
  /** A source record. */
  readonly record?: string | undefined;
}

/** A line that a page begins behind. */
export interface LogCursor {
  readonly id: number;
  /** When it was logged, as Postgres writes it. Without it the line is looked for. */
  readonly loggedAt?: string;
}

/** A part of a log: at most `limit` lines, all older than that of the cursor. */
export interface LogPage extends LogFilter {
  readonly migrationId: number;
  readonly cursor?: LogCursor | undefined;
  readonly limit: number;
}

/** Text as it stands within the JSON of a context. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * The lines, the newest first, in the order of the index. By a cursor's time and id a later page is found as the first one
 * is. By its id alone all newer entries of the index are read for the time: an index of its own would make every line that
 * is written dearer. Contexts are searched as text: they may hold characters that Postgres cannot take out of JSON.
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
  // What no line could hold is left out.
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
 * A line as the contract's `MigrationLog`, as JSON without spaces: `json_build_object` would make it a tenth longer. What
 * differs from line to line stands side by side, so that packers find longer repetitions (ADR 37).
 */
const asJson = `'{"migrationId":' || migration_id || ',"timestamp":"' || ${time} || '","id":' || id
  || coalesce(',"name":' || to_json(name), '') || ',"message":' || to_json(message) || ',"context":' || context || ',"level":"' || level || '"}'`;

/** So many lines make a piece: large texts are what costs Node most, in garbage collection. */
const pieceLines = 200;

/**
 * The lines as the text of a JSON array, in pieces that must be sent one after another as they are. Postgres makes
 * them: the benchmark `logs-endpoint` tells what this saves over rows that are mapped and written here.
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

/** A line as it is put into a table. */
export interface LogRow extends Required<LogCursor> {
  readonly time: string;
  readonly level: LogLevel;
  /** With the name before it. */
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
