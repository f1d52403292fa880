import { isMask, listDealPipelines, listPropertyOptions, objectTypes } from '@ridgeline/contracts';
import type { GovernedVendors } from '@ridgeline/governed-vendors';
import { AppError, bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import { clientNetwork } from '@ridgeline/redis';
import type { CheckGuard } from '../credentials/check-guard.ts';
import type { StoredSecrets } from '../secrets/stored-secrets.ts';
import { unmasked } from '../secrets/unmasked.ts';
import { lateVendor } from '../vendor-error.ts';
import { readDealPipelines } from './deal-pipelines.ts';
import { readPropertyOptions } from './property-options.ts';

/** What the routes work with. */
export interface PortalChoiceRoutesParts {
  readonly vendors: GovernedVendors;
  readonly stored: StoredSecrets;
  readonly guard: CheckGuard;
}

const timeLimitMs = 12_000;

/**
 * What a portal lets a user choose from: `POST /api/hubspot-pipelines` for the connection form, which may send a token that is not
 * stored, and `GET /api/hubspot-options` for the correction of a record.
 */
export function bindPortalChoiceRoutes(
  router: Router,
  { vendors, stored, guard }: PortalChoiceRoutesParts,
): void {
  bindForUser(router, listDealPipelines, ({ body, user: { companyId }, req }) => {
    const { connectionId, hubspotPat: typed } = body;
    const network = clientNetwork(clientOrigin(req.headers).address ?? undefined);
    return guard({ companyId, network, isTyped: !isMask(typed) }, async () => {
      const { hubspotPat } = await unmasked({ hubspotPat: typed }, { companyId, connectionId }, stored);
      const pipelines = await inTime((signal) => readDealPipelines(vendors.hubspot(hubspotPat), signal));
      return { pipelines };
    });
  });

  bindForUser(router, listPropertyOptions, ({ query, user: { companyId }, req }) => {
    const { connectionId, migrationType } = query;
    const network = clientNetwork(clientOrigin(req.headers).address ?? undefined);
    return guard({ companyId, network, isTyped: false }, async () => {
      const secrets = await stored({ companyId, connectionId });
      if (!secrets) throw new AppError('connection.not_found');
      const hubspot = vendors.hubspot(secrets.hubspotPat);
      const properties = await inTime((signal) =>
        readPropertyOptions(hubspot, objectTypes[migrationType], signal),
      );
      return { properties };
    });
  });
}

/** The caller waits: what HubSpot has not answered after the time limit is an error of its own. */
async function inTime<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeLimitMs);
  try {
    return await read(signal);
  } catch (error) {
    throw signal.aborted && !(error instanceof AppError) ? lateVendor('HubSpot') : error;
  }
}
