import { validateHubspotProperties } from '@ridgeline/contracts';
import { bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import { clientNetwork } from '@ridgeline/redis';
import type { CheckGuard } from '../credentials/check-guard.ts';
import type { PropertyService } from './property-service.ts';

/** `POST /api/validate-hubspot-properties`: asked by the connection form before it saves. */
export function bindPropertyRoutes(
  router: Router,
  { properties, guard }: { properties: PropertyService; guard: CheckGuard },
): void {
  bindForUser(router, validateHubspotProperties, ({ body, user: { companyId }, req }) => {
    const network = clientNetwork(clientOrigin(req.headers).address ?? undefined);
    return guard({ companyId, network }, () => properties(body, { create: body.createProperties }));
  });
}
