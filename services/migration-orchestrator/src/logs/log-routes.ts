import { getMigrationLogs } from '@ridgeline/contracts';
import { AppError, bindForUser, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { newestLogJson } from './log-store.postgres.ts';

/** `GET /api/migrations/{id}/logs`. The answer's text comes from Postgres and passes through as it is. */
export function bindLogRoutes(router: Router, { db }: { readonly db: Database }): void {
  bindForUser(router, getMigrationLogs, async ({ params, query, user: { companyId }, res }) => {
    const wanted = { companyId, migrationId: params.id, limit: query.limit };
    const json = await db.forCompany(companyId, (tx) => newestLogJson(tx, wanted));
    if (json === null) throw new AppError('migration.not_found');
    res.type('application/json').send(json);
    return [];
  });
}
