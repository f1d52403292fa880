import { isMask, listDealPipelines } from '@ridgeline/contracts';
import type { GovernedVendors } from '@ridgeline/governed-vendors';
import { AppError, bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import { clientNetwork } from '@ridgeline/redis';
import type { CheckGuard } from '../credentials/check-guard.ts';
import type { StoredSecrets } from '../secrets/stored-secrets.ts';
import { unmasked } from '../secrets/unmasked.ts';
import { lateVendor } from '../vendor-error.ts';
import { readDealPipelines } from './deal-pipelines.ts';

/** What the routes work with. */
export interface PipelineRoutesParts {
  readonly vendors: GovernedVendors;
  readonly stored: StoredSecrets;
  readonly guard: CheckGuard;
}

const timeLimitMs = 12_000;

/** `POST /api/hubspot-pipelines`: asked by the connection form, for its lists. */
export function bindPipelineRoutes(router: Router, { vendors, stored, guard }: PipelineRoutesParts): void {
  bindForUser(router, listDealPipelines, ({ body, user: { companyId }, req }) => {
    const { connectionId, hubspotPat: typed } = body;
    const network = clientNetwork(clientOrigin(req.headers).address ?? undefined);
    return guard({ companyId, network, isTyped: !isMask(typed) }, async () => {
      const { hubspotPat } = await unmasked({ hubspotPat: typed }, { companyId, connectionId }, stored);
      const signal = AbortSignal.timeout(timeLimitMs);
      const pipelines = await readDealPipelines(vendors.hubspot(hubspotPat), signal).catch(
        (error: unknown) => {
          throw signal.aborted && !(error instanceof AppError) ? lateVendor('HubSpot') : error;
        },
      );
      return { pipelines };
    });
  });
}
