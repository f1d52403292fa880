import { getThroughput } from '@ridgeline/contracts';
import { bindForUser, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { requireMigration } from '../migration-state/migration-row.postgres.ts';
import { readThroughput } from './throughput.postgres.ts';

/** How fast a migration is and was. */
export function bindThroughputRoutes(router: Router, { db }: { readonly db: Database }): void {
  bindForUser(router, getThroughput, ({ params: { id }, user: { companyId } }) =>
    db.forCompany(companyId, async (tx) => {
      await requireMigration(tx, companyId, id);
      return readThroughput(tx, id);
    }),
  );
}
