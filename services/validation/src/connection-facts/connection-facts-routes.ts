import { readConnectionFacts } from '@ridgeline/contracts/internal';
import { bindForService, clientOrigin, type Router } from '@ridgeline/kit';
import { clientNetwork } from '@ridgeline/redis';
import type { CheckGuard } from '../credentials/check-guard.ts';
import type { ConnectionFactsReader } from './connection-facts-service.ts';

/** `POST /internal/connection-facts`: called by the connection service before it stores anything. */
export function bindConnectionFactsRoutes(
  router: Router,
  { readFacts, guard }: { readFacts: ConnectionFactsReader; guard: CheckGuard },
): void {
  bindForService(router, readConnectionFacts, ({ body: { isTyped, ...save }, req }) => {
    const network = clientNetwork(clientOrigin(req.headers).address ?? undefined);
    return guard({ companyId: save.companyId, network, isTyped }, () => readFacts(save));
  });
}
