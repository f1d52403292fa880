import { withSpan } from '@ridgeline/kit';

const TABLE = /\b(?:from|into|update|join)\s+"?([a-z_][a-z0-9_.]*)/i;

/** Runs a query in a client span that is named by its first word and table. Neither parameters nor the SQL go into it. */
export function querySpan<T>(sql: string, work: () => Promise<T>): Promise<T> {
  const operation = (/^\s*([a-z]+)/i.exec(sql)?.[1] ?? 'sql').toUpperCase();
  const table = TABLE.exec(sql)?.[1];
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table === undefined ? {} : { 'db.collection.name': table }),
  };
  return withSpan(table === undefined ? operation : `${operation} ${table}`, attributes, work, {
    kind: 'client',
  });
}
