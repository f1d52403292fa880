import { listUsers, resetUserPassword, updateUser } from '@ridgeline/contracts';
import { bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import type { AdministratorReads } from '../audit/audited-requests.ts';
import type { AdministrationService } from './administration-service.ts';

/** User Management, for administrators only. */
export function bindUserRoutes(
  router: Router,
  {
    administration,
    reads,
  }: { readonly administration: AdministrationService; readonly reads: AdministratorReads },
): void {
  bindForUser(router, listUsers, async ({ user, req }) => {
    await reads.looks('users-read', user, req);
    return administration.list();
  });
  bindForUser(router, updateUser, ({ user, req, params, body }) =>
    administration.edit({ user, origin: clientOrigin(req.headers) }, params.id, body),
  );
  bindForUser(router, resetUserPassword, async ({ user, req, params, body }) => {
    const by = { user, origin: clientOrigin(req.headers) };
    await administration.resetPassword(by, params.id, body.newPassword);
    return { message: 'The password was set. Everyone who was signed in with the old one is signed out.' };
  });
}
