import { rowPages } from '@ridgeline/kit';
import { type CsvRow } from '@ridgeline/kit/service';
import type { LongReads } from '../long-reads/long-reads.ts';
import { logNdjson, logRows, type LogCursor, type LogFilter, type LogRow } from './log-query.postgres.ts';

/** Entries read per query. */
const limit = 1_000;

/** The migration whose log is exported, and the filter. */
export interface LogExport {
  readonly companyId: string;
  readonly migrationId: number;
  readonly filter: LogFilter;
}

export const logColumns = ['Time (UTC)', 'Level', 'Record ID', 'Message', 'Context'] as const;

function cellsOf({ time, level, sentence, context }: LogRow): CsvRow {
  const { sourceId } = JSON.parse(context) as { sourceId?: unknown };
  return [time, level, typeof sourceId === 'string' ? sourceId : null, sentence, context];
}

/** All matching entries, as table cells. */
export async function* logCells(
  reads: LongReads,
  { companyId, migrationId, filter }: LogExport,
): AsyncGenerator<CsvRow> {
  const pages = rowPages<LogRow>(limit, (last) =>
    reads.goOn(companyId, (tx) => logRows(tx, { ...filter, migrationId, cursor: last, limit })),
  );
  for await (const rows of pages) yield* rows.map(cellsOf);
}

/** All matching entries, as pages of NDJSON. */
export async function* logPages(
  reads: LongReads,
  { companyId, migrationId, filter }: LogExport,
): AsyncGenerator<string> {
  let cursor: LogCursor | undefined;
  do {
    const page = { ...filter, migrationId, cursor, limit };
    const { text, next } = await reads.goOn(companyId, (tx) => logNdjson(tx, page));
    if (text !== '') yield text;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
