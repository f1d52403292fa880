import { findCompany } from '@ridgeline/contracts/internal';
import { bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { companyExists } from './account-store.postgres.ts';

/** Tells other services of ours whether a company exists. */
export function bindCompanyRoutes(router: Router, { reading }: { readonly reading: Database }): void {
  bindForService(router, findCompany, async ({ body: { companyId } }) => ({
    isKnown: await reading.forSystem((tx) => companyExists(tx, companyId)),
  }));
}
