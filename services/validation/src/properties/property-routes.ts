import { isMask, validateHubspotProperties, type PropertyResult } from '@ridgeline/contracts';
import type { AuditEvent } from '@ridgeline/events';
import { AppError, bindForUser, clientOrigin, type Actor, type Router } from '@ridgeline/kit';
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
  /** Publishes to the audit trail. */
  readonly note: (deed: AuditEvent) => Promise<void>;
}

/** `POST /api/validate-hubspot-properties`: called by the connection form before it saves. */
export function bindPropertyRoutes(
  router: Router,
  { properties, stored, accounts, guard, note }: PropertyRoutesParts,
): void {
  /** The audit entry: what was created, or that credentials were tried. */
  const noted = async (by: Actor, create: boolean, check: () => Promise<PropertyResult>) => {
    const action = (isCreated: boolean) => (isCreated ? 'hubspot-properties-created' : 'credentials-tested');
    const line = { by: by.user, origin: by.origin };
    const result = await check().catch(async (error: unknown) => {
      const detail = error instanceof AppError ? error.text : 'The check failed';
      await note({ ...line, action: action(create), result: 'refused', detail });
      throw error;
    });
    await note({
      ...line,
      action: action(result.status === 'created'),
      result: 'done',
      detail: result.message,
    });
    return result;
  };

  bindForUser(router, validateHubspotProperties, ({ body, user, req }) => {
    const { companyId } = user;
    const origin = clientOrigin(req.headers);
    const { connectionId, sourceConnectionId, createProperties: create, operationId, ...typed } = body;
    const network = clientNetwork(origin.address ?? undefined);
    const isTyped = ![typed.acculynxApiKey, typed.hubspotPat].every(isMask);
    return guard({ companyId, network, isTyped }, async () => {
      const known = await accounts({ companyId, connectionId });
      const masked = { companyId, connectionId, sourceConnectionId };
      const credentials = await unmasked(typed, masked, stored);
      return noted({ user, origin }, create, () =>
        properties({ ...credentials, ...known, companyId, operationId }, { create }),
      );
    });
  });
}
