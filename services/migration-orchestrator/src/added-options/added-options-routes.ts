import { reportAddedOptions } from '@ridgeline/contracts/internal';
import { bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { fenceRun } from '../migration-state/lease-row.postgres.ts';
import { storeAddedOptions } from './added-options-store.postgres.ts';

/** Workers report here the options that migrations add to HubSpot properties, or that dry runs would add. */
export function bindAddedOptionsRoutes(router: Router, { db }: { readonly db: Database }): void {
  bindForService(router, reportAddedOptions, ({ params, body: { epoch, ...added } }) =>
    db.forSystem(async (tx) => {
      const run = await fenceRun(tx, { migrationId: params.id, epoch }, 'write');
      await storeAddedOptions(tx, run, added);
      return {};
    }),
  );
}
