import {
  cancelMigration,
  createMigration,
  currentMigrations,
  getMigration,
  listMigrations,
} from '@ridgeline/contracts';
import { bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import type { MigrationService } from './migration-service.ts';

/** The migrations of the signed-in person's company. */
export function bindMigrationRoutes(router: Router, migrations: MigrationService): void {
  bindForUser(router, createMigration, ({ user, body, idempotencyKey, req }) =>
    migrations.create({ user, origin: clientOrigin(req.headers) }, body, idempotencyKey),
  );
  bindForUser(router, listMigrations, ({ user, query }) => migrations.list(user, query));
  // Before the one whose path would take its name for a number.
  bindForUser(router, currentMigrations, ({ user }) => migrations.current(user));
  bindForUser(router, getMigration, ({ user, params }) => migrations.get(user, params.id));
  bindForUser(router, cancelMigration, ({ user, params, req }) =>
    migrations.cancel({ user, origin: clientOrigin(req.headers) }, params.id),
  );
}
