import { testCredentials } from '@ridgeline/contracts/internal';
import { bindForService, clientOrigin, type Router } from '@ridgeline/kit';
import { clientNetwork } from '@ridgeline/redis';
import type { TestGuard } from '../credentials/check-guard.ts';
import type { CredentialTest } from './credential-test-service.ts';

/**
 * `POST /internal/credential-tests`: called by the connection service for stored credentials. A refused credential is a
 * regular answer and does not count against the caller.
 */
export function bindCredentialTestRoutes(
  router: Router,
  { test, guard }: { test: CredentialTest; guard: TestGuard },
): void {
  bindForService(router, testCredentials, ({ body: { companyId, ...stored }, req }) => {
    const network = clientNetwork(clientOrigin(req.headers).address ?? undefined);
    return guard({ companyId, network }, () => test(stored));
  });
}
