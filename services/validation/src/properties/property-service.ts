import type { PublishStep, SaveOperation } from '@ridgeline/events';
import type { PropertyResult, VendorCredentials } from '@ridgeline/contracts';
import type { KnownAccounts } from '@ridgeline/contracts/internal';
import type { GovernedVendors } from '@ridgeline/governed-vendors';
import { AppError } from '@ridgeline/kit';
import { counter, type Registry } from '@ridgeline/kit/metrics';
import { validationDefinitions } from '../metric-definitions.ts';
import type { CredentialChecker } from '../credentials/credential-check-service.ts';
import { tryAccounts } from '../save-steps/account-steps.ts';
import { locationText, portalText, propertiesText } from '../save-steps/account-texts.ts';
import { saveSteps } from '../save-steps/save-steps.ts';
import { checkProperties } from './property-check.ts';

/**
 * Runs the first three steps of a save: tries both credentials, checks the portal's properties, and creates missing ones if
 * requested. Nothing is created if the credentials are not accepted, or belong to other accounts than the known ones. Throws
 * `AppError`s with `status: "failed"` (docs/decisions.md, 17).
 */
export type PropertyService = (
  save: SaveOperation & VendorCredentials & KnownAccounts,
  options: { create: boolean },
) => Promise<PropertyResult>;

/** Dependencies of the check of properties. */
export interface PropertyServiceParts {
  readonly vendors: GovernedVendors;
  readonly check: CredentialChecker;
  readonly tell: PublishStep;
  readonly metrics: Registry;
  /** The time limit of a request, including waiting for the vendors' limits. */
  readonly timeLimitMs?: number;
}

/** The use case of checking properties. */
export function propertyService(parts: PropertyServiceParts): PropertyService {
  const { vendors, check, tell, metrics, timeLimitMs = 40_000 } = parts;
  const results = counter(metrics, validationDefinitions.propertyChecks);

  const firstSteps = async (
    save: Parameters<PropertyService>[0],
    create: boolean,
  ): Promise<PropertyResult> => {
    const doStep = saveSteps(save, tell, AbortSignal.timeout(timeLimitMs));
    const accounts = tryAccounts(check, save, save);
    await doStep(
      'acculynx-location',
      () => accounts.acculynx(),
      (facts) => ({ text: locationText(facts) }),
    );
    await doStep(
      'hubspot-portal',
      () => accounts.hubspot(),
      (facts) => ({ text: portalText(facts) }),
    );
    return doStep(
      'hubspot-properties',
      (signal) => checkProperties(vendors.hubspot(save.hubspotPat), { create, signal }),
      // If properties are missing the step stays in progress: the form asks whether to create them.
      (result) => ({
        text: propertiesText(result),
        state: result.status === 'missing' ? 'in-progress' : 'complete',
      }),
    );
  };

  return async (save, { create }) => {
    try {
      const result = await firstSteps(save, create);
      results.inc({ result: result.status });
      return result;
    } catch (error) {
      results.inc({ result: error instanceof AppError ? error.code : 'server.failed' });
      throw error instanceof AppError ? failed(error) : error;
    }
  };
}

function failed({ code, text, fields, details, cause }: AppError): AppError {
  return new AppError(code, { text, fields, details, cause, extra: { status: 'failed' } });
}
