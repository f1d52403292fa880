import { testCredentials } from '@ridgeline/contracts/internal';
import { bindForService, clientOrigin, type Router } from '@ridgeline/kit';
import { clientNetwork } from '@ridgeline/redis';
import type { TestGuard } from '../credentials/check-guard.ts';
import type { CredentialTest } from './credential-test-service.ts';

/**
 * `POST /internal/credential-tests`: asked by connection for what it has stored. A refused one is an answer and does not
 * count against who asks.
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
