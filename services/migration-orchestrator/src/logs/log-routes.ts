import { exportLogsCsv, exportLogsNdjson, getMigrationLogs } from '@ridgeline/contracts';
import { bindForUser, type Router } from '@ridgeline/kit';
import { sendCsv, sendNdjson } from '@ridgeline/kit/service';
import type { Database } from '@ridgeline/postgres';
import { requireMigration } from '../migration-state/migration-row.postgres.ts';
import { logCells, logColumns, logPages } from './log-export.ts';
import { logJson } from './log-query.postgres.ts';
import { sendJsonText } from './send-json.ts';

/** What happened in a migration: in pages, whose text comes from Postgres and passes through as it is, and as files. */
export function bindLogRoutes(router: Router, { db }: { readonly db: Database }): void {
  bindForUser(router, getMigrationLogs, async ({ params: { id }, query, user: { companyId }, req, res }) => {
    const json = await db.forCompany(companyId, async (tx) => {
      await requireMigration(tx, companyId, id);
      return logJson(tx, { ...query, migrationId: id });
    });
    await sendJsonText({ req, res }, json);
    return [];
  });

  bindForUser(router, exportLogsCsv, async ({ params: { id }, query: filter, user: { companyId }, res }) => {
    await db.forCompany(companyId, (tx) => requireMigration(tx, companyId, id));
    const rows = logCells(db, { companyId, migrationId: id, filter });
    await sendCsv(res, { name: `migration-${id}-logs.csv`, columns: logColumns, rows });
    return {};
  });

  bindForUser(
    router,
    exportLogsNdjson,
    async ({ params: { id }, query: filter, user: { companyId }, res }) => {
      await db.forCompany(companyId, (tx) => requireMigration(tx, companyId, id));
      const parts = logPages(db, { companyId, migrationId: id, filter });
      await sendNdjson(res, { name: `migration-${id}-logs.ndjson`, parts });
      return {};
    },
  );
}
