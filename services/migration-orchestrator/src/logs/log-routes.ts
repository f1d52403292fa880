import { exportLogsCsv, exportLogsNdjson, getMigrationLogs } from '@ridgeline/contracts';
import { bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import { sendCsv, sendNdjson } from '@ridgeline/kit/service';
import type { LongReads } from '../long-reads/long-reads.ts';
import type { NoteExport } from '../long-reads/note-export.ts';
import { requireMigration } from '../migration-state/migration-row.postgres.ts';
import { logCells, logColumns, logPages } from './log-export.ts';
import { logJson } from './log-query.postgres.ts';
import { sendJsonText } from './send-json.ts';

/** The log of a migration: in pages, whose JSON comes from Postgres and is passed through unchanged, and as files. */
export function bindLogRoutes(
  router: Router,
  { reads, noteExport }: { readonly reads: LongReads; readonly noteExport: NoteExport },
): void {
  bindForUser(router, getMigrationLogs, async ({ params: { id }, query, user: { companyId }, req, res }) => {
    const json = await reads.begin(companyId, async (tx) => {
      await requireMigration(tx, companyId, id);
      const cursor = query.cursor === undefined ? undefined : { id: query.cursor };
      return logJson(tx, { ...query, migrationId: id, cursor });
    });
    await sendJsonText({ req, res }, json);
    return [];
  });

  bindForUser(router, exportLogsCsv, async ({ params: { id }, query: filter, user, req, res }) => {
    const { companyId } = user;
    const name = `migration-${id}-logs.csv`;
    await reads.begin(companyId, (tx) => requireMigration(tx, companyId, id));
    await noteExport({ user, origin: clientOrigin(req.headers) }, name);
    const rows = logCells(reads, { companyId, migrationId: id, filter });
    await sendCsv(res, { name, columns: logColumns, rows });
    return {};
  });

  bindForUser(router, exportLogsNdjson, async ({ params: { id }, query: filter, user, req, res }) => {
    const { companyId } = user;
    const name = `migration-${id}-logs.ndjson`;
    await reads.begin(companyId, (tx) => requireMigration(tx, companyId, id));
    await noteExport({ user, origin: clientOrigin(req.headers) }, name);
    const parts = logPages(reads, { companyId, migrationId: id, filter });
    await sendNdjson(res, { name, parts });
    return {};
  });
}
