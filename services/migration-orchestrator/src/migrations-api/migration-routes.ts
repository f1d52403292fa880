import { cancelMigration, createMigration, getMigration, listMigrations } from '@ridgeline/contracts';
import { bindForUser, type ServiceAppOptions } from '@ridgeline/kit';
import type { MigrationService } from './migration-service.ts';

/** The migrations of the signed-in person's company. */
export function migrationRoutes(migrations: MigrationService): ServiceAppOptions['routes'] {
  return (router) => {
    bindForUser(router, createMigration, ({ user, body, idempotencyKey }) =>
      migrations.create(user, body, idempotencyKey),
    );
    bindForUser(router, listMigrations, ({ user }) => migrations.list(user));
    bindForUser(router, getMigration, ({ user, params }) => migrations.get(user, params.id));
    bindForUser(router, cancelMigration, ({ user, params }) => migrations.cancel(user, params.id));
  };
}
