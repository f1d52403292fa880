import { isMask, validateHubspotProperties } from '@ridgeline/contracts';
import { bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import { clientNetwork } from '@ridgeline/redis';
import type { CheckGuard } from '../credentials/check-guard.ts';
import type { StoredAccounts } from '../secrets/stored-accounts.ts';
import type { StoredSecrets } from '../secrets/stored-secrets.ts';
import { unmasked } from '../secrets/unmasked.ts';
import type { PropertyService } from './property-service.ts';

/** What the routes work with. */
export interface PropertyRoutesParts {
  readonly properties: PropertyService;
  readonly stored: StoredSecrets;
  readonly accounts: StoredAccounts;
  readonly guard: CheckGuard;
}

/** `POST /api/validate-hubspot-properties`: asked by the connection form before it saves. */
export function bindPropertyRoutes(
  router: Router,
  { properties, stored, accounts, guard }: PropertyRoutesParts,
): void {
  bindForUser(router, validateHubspotProperties, ({ body, user: { companyId }, req }) => {
    const { connectionId, sourceConnectionId, createProperties: create, operationId, ...typed } = body;
    const network = clientNetwork(clientOrigin(req.headers).address ?? undefined);
    const isTyped = ![typed.acculynxApiKey, typed.hubspotPat].every(isMask);
    return guard({ companyId, network, isTyped }, async () => {
      const known = await accounts({ companyId, connectionId });
      const masked = { companyId, connectionId, sourceConnectionId };
      const credentials = await unmasked(typed, masked, stored);
      return properties({ ...credentials, ...known, companyId, operationId }, { create });
    });
  });
}
