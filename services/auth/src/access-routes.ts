import { findCompany, noteRevocationRead, readAccess } from '@ridgeline/contracts/internal';
import { AppError, bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { ownActivity } from './audit/audit-entry.ts';
import { record } from './audit/audit-store.postgres.ts';
import { bindForGateway } from './bind-for-gateway.ts';
import { accessRecordOf } from './accounts/access.ts';
import { companyExists, findAccount } from './accounts/account-store.postgres.ts';
import type { AdministratorCompanies } from './accounts/account.ts';

/**
 * Returns the current access record to a gateway that received a change event: the gateway grants nothing on the event alone.
 */
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

/** Records that a user has confirmed reading that access was revoked. */
export function bindRevocationRoutes(router: Router, { db }: { readonly db: Database }): void {
  bindForGateway(router, noteRevocationRead, ({ body, origin }) =>
    db.forSystem(async (tx) => {
      const account = await findAccount(tx, body.userId);
      if (!account) throw new AppError('session.missing');
      // Access was restored since then, or never revoked: there is nothing to confirm.
      if (!account.accessRevoked) throw new AppError('user.access_not_revoked');
      await record(tx, ownActivity(account, { action: 'access-revoked-confirmed', result: 'done', origin }));
      return { message: 'It was noted that you have read this.' };
    }),
  );
}

/** Reports to other services whether a company exists. */
export function bindCompanyRoutes(router: Router, { reading }: { readonly reading: Database }): void {
  bindForService(router, findCompany, async ({ body: { companyId } }) => ({
    isKnown: await reading.forSystem((tx) => companyExists(tx, companyId)),
  }));
}
