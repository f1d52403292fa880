import { checkCredentials } from '@ridgeline/contracts/internal';
import { bindForService, clientOrigin, type Router } from '@ridgeline/kit';
import { clientNetwork } from '@ridgeline/redis';
import { refusalOfCheck, type CheckGuard } from './check-guard.ts';
import type { CredentialChecker } from './credential-check-service.ts';

/** `POST /internal/credential-checks`: asked by connection before it stores anything. */
export function bindCredentialCheckRoutes(
  router: Router,
  { check, guard }: { check: CredentialChecker; guard: CheckGuard },
): void {
  bindForService(router, checkCredentials, ({ body: { companyId, ...credentials }, req }) => {
    const network = clientNetwork(clientOrigin(req.headers).address ?? undefined);
    return guard({ companyId, network }, () => check(credentials), refusalOfCheck);
  });
}
