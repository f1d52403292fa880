import {
  cancelMigration,
  createDryRun,
  createMigration,
  currentMigrations,
  getMigration,
  getTallies,
  getThroughput,
  listFollowing,
  listMigrations,
  pauseMigration,
  resumeMigration,
  runPlan,
  undoMigration,
} from '@ridgeline/contracts';
import { cancelOpenMigrations, countOpenMigrations } from '@ridgeline/contracts/internal';
import { bindForService, bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import type { ConnectionMigrations } from './cancel-migration.ts';
import type { MigrationService } from './migration-service.ts';

/** The migrations of the signed-in person's company. */
export function bindMigrationRoutes(router: Router, migrations: MigrationService): void {
  bindForUser(router, createMigration, ({ user, body, idempotencyKey, req }) =>
    migrations.create({ user, origin: clientOrigin(req.headers) }, body, idempotencyKey),
  );
  bindForUser(router, createDryRun, ({ user, body, idempotencyKey, req }) =>
    migrations.create({ user, origin: clientOrigin(req.headers) }, { ...body, dryRun: true }, idempotencyKey),
  );
  bindForUser(router, listMigrations, ({ user, query }) => migrations.list(user, query));
  // Bound before the route by id, whose path would take this name for an id.
  bindForUser(router, currentMigrations, ({ user }) => migrations.current(user));
  bindForUser(router, getMigration, ({ user, params }) => migrations.get(user, params.id));
  bindForUser(router, listFollowing, ({ user, params }) => migrations.following(user, params.id));
  bindForUser(router, getTallies, ({ user, params }) => migrations.tallies(user, params.id));
  bindForUser(router, getThroughput, ({ user, params }) => migrations.throughput(user, params.id));
  bindForUser(router, cancelMigration, ({ user, params, req }) =>
    migrations.cancel({ user, origin: clientOrigin(req.headers) }, params.id),
  );
  bindForUser(router, pauseMigration, ({ user, params, req }) =>
    migrations.pause({ user, origin: clientOrigin(req.headers) }, params.id),
  );
  bindForUser(router, resumeMigration, ({ user, params, req }) =>
    migrations.resume({ user, origin: clientOrigin(req.headers) }, params.id),
  );
  bindForUser(router, runPlan, ({ user, params, idempotencyKey, req }) =>
    migrations.runPlan({ user, origin: clientOrigin(req.headers) }, params.id, idempotencyKey),
  );
  bindForUser(router, undoMigration, ({ user, params, body, idempotencyKey, req }) =>
    migrations.undo({ user, origin: clientOrigin(req.headers) }, { id: params.id, ...body }, idempotencyKey),
  );
}

/** What the connection service asks before and while it deletes a connection. */
export function bindConnectionMigrationRoutes(router: Router, migrations: ConnectionMigrations): void {
  bindForService(router, countOpenMigrations, async ({ params, query: { companyId } }) => ({
    open: await migrations.countOpen({ connectionId: params.id, companyId }),
  }));
  bindForService(router, cancelOpenMigrations, async ({ params, body, req }) => ({
    cancelled: await migrations.cancelOpen(params.id, body, clientOrigin(req.headers)),
  }));
}
