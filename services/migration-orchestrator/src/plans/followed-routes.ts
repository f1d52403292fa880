import { findFollowedPlan } from '@ridgeline/contracts/internal';
import { bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { fenceRun } from '../migration-state/lease-row.postgres.ts';
import { recordsInPlans } from './records-in-plans.postgres.ts';

/** Workers' questions about the migration that their run follows on; only under a lease that is still held. */
export function bindFollowedRoutes(router: Router, { db }: { readonly db: Database }): void {
  bindForService(router, findFollowedPlan, ({ params, body: { epoch, kind, sourceIds } }) =>
    db.forSystem(async (tx) => {
      const { follows } = await fenceRun(tx, { migrationId: params.id, epoch }, 'read');
      const plans =
        follows === null ? [] : await recordsInPlans(tx, { migrationId: follows, kind, sourceIds });
      return { records: plans.map(({ record }) => record) };
    }),
  );
}
