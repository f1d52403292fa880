import { readAccess } from '@ridgeline/contracts/internal';
import { AppError, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { findAccount } from '../accounts/account-store.postgres.ts';
import type { AdministratorCompanies } from '../accounts/administrator-companies.ts';
import { bindForGateway } from '../http/bind-for-gateway.ts';
import { accessRecordOf } from './access-record.ts';

/** Tells a gateway that heard of a change what is true: it grants nothing on the word of an event alone. */
export function bindAccessRoutes(
  router: Router,
  { db, administrators }: { readonly db: Database; readonly administrators: AdministratorCompanies },
): void {
  bindForGateway(router, readAccess, async ({ body }) => {
    const account = await db.forSystem((tx) => findAccount(tx, body.userId));
    if (!account) throw new AppError('user.not_found');
    return accessRecordOf(account, administrators);
  });
}
