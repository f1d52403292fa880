import { retryMigration } from '@ridgeline/contracts';
import { findChosenRecords } from '@ridgeline/contracts/internal';
import { bindForService, bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { fenceRun } from '../migration-state/lease-row.postgres.ts';
import { chosenPage } from './chosen-record-store.postgres.ts';
import type { CreateRetry } from './retry-service.ts';

/** Retries, as users create them and workers read them. */
export function bindRetryRoutes(
  router: Router,
  { retry, db }: { readonly retry: CreateRetry; readonly db: Database },
): void {
  bindForUser(router, retryMigration, ({ user, params, body, idempotencyKey, req }) =>
    retry({ user, origin: clientOrigin(req.headers) }, params.id, body, idempotencyKey),
  );

  bindForService(router, findChosenRecords, ({ params, body: { epoch, after } }) =>
    db.forSystem(async (tx) =>
      chosenPage(tx, await fenceRun(tx, { migrationId: params.id, epoch }, 'read'), after),
    ),
  );
}
