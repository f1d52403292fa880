import type { PropertyResult, VendorCredentials } from '@ridgeline/contracts';
import type { GovernedVendors } from '@ridgeline/governed-vendors';
import { AppError } from '@ridgeline/kit';
import { Counter, type Registry } from 'prom-client';
import { checkAcculynx } from '../credentials/acculynx-check.ts';
import { checkProperties } from './property-check.ts';
import { propertyFailure } from './property-failure.ts';

/**
 * Checks a token's portal, and creates what is missing when asked to; never for a connection whose AccuLynx key is
 * refused, because HubSpot would be changed for nothing. Throws `propertyFailure`s.
 */
export type PropertyService = (
  credentials: VendorCredentials,
  options: { create: boolean },
) => Promise<PropertyResult>;

/** What the check of properties works with. */
export interface PropertyServiceParts {
  readonly vendors: GovernedVendors;
  readonly metrics: Registry;
  /** How long one request may take, waiting for HubSpot's limit included. */
  readonly timeLimitMs?: number;
}

/** The use case of checking properties. */
export function propertyService({
  vendors,
  metrics,
  timeLimitMs = 25_000,
}: PropertyServiceParts): PropertyService {
  const results = new Counter({
    name: 'ridgeline_property_checks_total',
    help: 'Checks of the HubSpot properties that migrations need, by result',
    labelNames: ['result'],
    registers: [metrics],
  });

  return async ({ acculynxApiKey, hubspotPat }, { create }) => {
    const signal = AbortSignal.timeout(timeLimitMs);
    try {
      if (create) await requireAcculynx(vendors.acculynx(acculynxApiKey), signal);
      const result = await checkProperties(vendors.hubspot(hubspotPat), { create, signal });
      results.inc({ result: result.status });
      return result;
    } catch (error) {
      const late = signal.aborted && !(error instanceof AppError);
      const failure = late ? propertyFailure('connection.hubspot_unreachable') : error;
      results.inc({ result: failure instanceof AppError ? failure.code : 'server.failed' });
      throw failure;
    }
  };
}

async function requireAcculynx(
  acculynx: ReturnType<GovernedVendors['acculynx']>,
  signal: AbortSignal,
): Promise<void> {
  const { verdict } = await checkAcculynx(acculynx, signal);
  if (verdict === 'refused') throw propertyFailure('connection.acculynx_refused');
  if (verdict !== 'valid') throw propertyFailure('connection.acculynx_unreachable');
}
