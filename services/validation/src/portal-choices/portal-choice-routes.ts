import { isMask, listDealPipelines, listPropertyOptions, objectTypes } from '@ridgeline/contracts';
import { readPortalProperties as portalPropertiesRead } from '@ridgeline/contracts/internal';
import type { GovernedVendor, GovernedVendors } from '@ridgeline/governed-vendors';
import type { HubspotClient } from '@ridgeline/hubspot';
import { AppError, bindForService, bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import { clientNetwork } from '@ridgeline/redis';
import type { IncomingMessage } from 'node:http';
import type { CheckGuard } from '../credentials/check-guard.ts';
import type { ConnectionOfCompany, StoredSecrets } from '../secrets/stored-secrets.ts';
import { unmasked } from '../secrets/unmasked.ts';
import { lateVendor } from '../vendor-error.ts';
import { readDealPipelines } from './deal-pipelines.ts';
import { readPortalProperties, readPropertyOptions } from './portal-properties.ts';

/** What the routes work with. */
export interface PortalChoiceRoutesParts {
  readonly vendors: GovernedVendors;
  readonly stored: StoredSecrets;
  readonly guard: CheckGuard;
}

type Caller = Pick<IncomingMessage, 'headers'>;

const timeLimitMs = 12_000;

/**
 * The choices that a portal offers: `POST /api/hubspot-pipelines` for the connection form, which may send a token that is not
 * stored; `GET /api/hubspot-options` for the correction of a record; `POST /internal/portal-properties` for its check.
 */
export function bindPortalChoiceRoutes(
  router: Router,
  { vendors, stored, guard }: PortalChoiceRoutesParts,
): void {
  /** Reads from the portal of a stored connection. Throws `connection.not_found`. */
  const askStored = <T>(
    connection: ConnectionOfCompany,
    req: Caller,
    ask: (hubspot: GovernedVendor<HubspotClient>, signal: AbortSignal) => Promise<T>,
  ): Promise<T> =>
    guard({ companyId: connection.companyId, network: networkOf(req), isTyped: false }, async () => {
      const secrets = await stored(connection);
      if (!secrets) throw new AppError('connection.not_found');
      return inTime((signal) => ask(vendors.hubspot(secrets.hubspotPat), signal));
    });

  bindForUser(router, listDealPipelines, ({ body, user: { companyId }, req }) => {
    const { connectionId, hubspotPat: typed } = body;
    return guard({ companyId, network: networkOf(req), isTyped: !isMask(typed) }, async () => {
      const { hubspotPat } = await unmasked({ hubspotPat: typed }, { companyId, connectionId }, stored);
      const pipelines = await inTime((signal) => readDealPipelines(vendors.hubspot(hubspotPat), signal));
      return { pipelines };
    });
  });

  bindForUser(router, listPropertyOptions, async ({ query, user: { companyId }, req }) => {
    const { connectionId, migrationType } = query;
    const properties = await askStored({ companyId, connectionId }, req, (hubspot, signal) =>
      readPropertyOptions(hubspot, objectTypes[migrationType], signal),
    );
    return { properties };
  });

  bindForService(router, portalPropertiesRead, async ({ body, req }) => {
    const { migrationType, properties: names, ...connection } = body;
    const properties = await askStored(connection, req, (hubspot, signal) =>
      readPortalProperties(hubspot, objectTypes[migrationType], names, signal),
    );
    return { properties };
  });
}

const networkOf = ({ headers }: Caller): string => clientNetwork(clientOrigin(headers).address ?? undefined);

/** The caller waits: if HubSpot has not answered within the time limit, a separate error is returned. */
async function inTime<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(timeLimitMs);
  try {
    return await read(signal);
  } catch (error) {
    throw signal.aborted && !(error instanceof AppError) ? lateVendor('HubSpot') : error;
  }
}
