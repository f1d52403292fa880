import { noteRevocationRead } from '@ridgeline/contracts/internal';
import { AppError, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { findAccount } from '../accounts/account-store.postgres.ts';
import { ownActivity } from '../audit/audit-entry.ts';
import { record } from '../audit/audit-store.postgres.ts';
import { bindForGateway } from '../http/bind-for-gateway.ts';

/** Notes that a person has read that access was revoked. */
export function bindRevocationRoutes(router: Router, { db }: { readonly db: Database }): void {
  bindForGateway(router, noteRevocationRead, ({ body, origin }) =>
    db.forSystem(async (tx) => {
      const account = await findAccount(tx, body.userId);
      if (!account) throw new AppError('session.missing');
      // Restored meanwhile, or never revoked: there was nothing to read.
      if (!account.accessRevoked) throw new AppError('user.access_not_revoked');
      await record(tx, ownActivity(account, { action: 'access-revoked-confirmed', result: 'done', origin }));
      return { message: 'It was noted that you have read this.' };
    }),
  );
}
