import { getTallies } from '@ridgeline/contracts';
import { bindForUser, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { requireMigration } from '../migration-state/migration-row.postgres.ts';
import { readCounts } from './completion-store.postgres.ts';
import { talliesOf } from './reconciliation.ts';

/** What came of a migration's records so far, also while it runs. */
export function bindTallyRoutes(router: Router, { db }: { readonly db: Database }): void {
  bindForUser(router, getTallies, ({ params: { id }, user: { companyId } }) =>
    db.forCompany(companyId, async (tx) => {
      await requireMigration(tx, companyId, id);
      return talliesOf(await readCounts(tx, id));
    }),
  );
}
