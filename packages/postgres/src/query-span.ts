import { withSpan } from '@ridgeline/kit';

const OPERATION = /^\s*([a-z]+)/i;
const TABLE = /\b(?:from|into|update|join)\s+"?([a-z_][a-z0-9_.]*)/i;

/** Runs a query in a client span. Neither parameters nor the SQL go into it. */
export function querySpan<T>(sql: string, work: () => Promise<T>): Promise<T> {
  return withSpan(spanName(sql), { 'db.system.name': 'postgresql' }, work, { kind: 'client' });
}

/** The first word of a query and the first table that it names. */
export function spanName(sql: string): string {
  const operation = (OPERATION.exec(sql)?.[1] ?? 'sql').toUpperCase();
  const table = TABLE.exec(sql)?.[1];
  return table === undefined ? operation : `${operation} ${table}`;
}
