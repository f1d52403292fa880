import { cancelOpenMigrations, countOpenMigrations } from '@ridgeline/contracts/internal';
import { bindForService, clientOrigin, type Router } from '@ridgeline/kit';
import type { ConnectionMigrations } from './connection-migrations.ts';

/** What the connection service asks before and while it deletes a connection. */
export function bindConnectionMigrationRoutes(router: Router, migrations: ConnectionMigrations): void {
  bindForService(router, countOpenMigrations, async ({ params, query: { companyId } }) => ({
    open: await migrations.countOpen({ connectionId: params.id, companyId }),
  }));
  bindForService(router, cancelOpenMigrations, async ({ params, body, req }) => ({
    cancelled: await migrations.cancelOpen(params.id, body, clientOrigin(req.headers)),
  }));
}
