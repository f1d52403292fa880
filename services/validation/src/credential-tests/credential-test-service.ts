import type { AnswerOf, VendorCredentials } from '@ridgeline/contracts';
import type { DealTarget, testCredentials } from '@ridgeline/contracts/internal';
import type { GovernedVendors, Vendor } from '@ridgeline/governed-vendors';
import { AppError } from '@ridgeline/kit';
import { checkBoth, type CredentialChecker } from '../credentials/credential-check-service.ts';
import { findingOf, type CredentialFinding } from '../credentials/credential-problem.ts';
import { requireChosenStages } from '../portal-choices/deal-pipelines.ts';
import { checkProperties } from '../properties/property-check.ts';
import { locationText, portalText, propertiesText } from '../save-steps/account-texts.ts';

type CredentialTestAnswer = AnswerOf<typeof testCredentials>;
type Check = CredentialTestAnswer['checks'][number];

/**
 * Tries stored credentials and checks the portal's properties and pipeline; changes nothing, and never throws for a vendor's
 * fault.
 */
export type CredentialTest = (stored: VendorCredentials & DealTarget) => Promise<CredentialTestAnswer>;

/** Dependencies of the test. */
export interface CredentialTestParts {
  readonly vendors: GovernedVendors;
  readonly check: CredentialChecker;
  /** The time limit for HubSpot's list of properties. */
  readonly timeLimitMs?: number;
}

const unasked = 'HubSpot could not be asked; please test again in a moment';
const unusable = 'Not looked at, because the token could not be used';

/** The use case of 'Test now'. */
export function credentialTest({
  vendors,
  check,
  timeLimitMs = 12_000,
}: CredentialTestParts): CredentialTest {
  /** The result of checking the portal: a vendor's temporary failure is a warning. */
  const looked = async (
    check: 'properties' | 'pipeline',
    look: (signal: AbortSignal) => Promise<Pick<Check, 'result' | 'text'>>,
  ): Promise<Check> => {
    const signal = AbortSignal.timeout(timeLimitMs);
    try {
      return { check, ...(await look(signal)) };
    } catch (error) {
      const late = signal.aborted && !(error instanceof AppError);
      if (late || (error instanceof AppError && error.code === 'connection.hubspot_unreachable'))
        return { check, result: 'warning', text: unasked };
      if (!(error instanceof AppError)) throw error;
      return { check, result: 'failed', text: error.text };
    }
  };
  const portalOf = async (token: string, target: DealTarget): Promise<Check[]> => {
    const hubspot = vendors.hubspot(token);
    return [
      await looked('properties', async (signal) => {
        const found = await checkProperties(hubspot, { create: false, signal });
        return { result: found.status === 'valid' ? 'passed' : 'warning', text: propertiesText(found) };
      }),
      await looked('pipeline', async (signal) => {
        await requireChosenStages(hubspot, target, signal);
        return { result: 'passed', text: 'The portal has the pipeline and the stages for new deals' };
      }),
    ];
  };

  return async (stored) => {
    const verdicts = await checkBoth(check, stored);
    const acculynx = findingOf('AccuLynx', verdicts.acculynx);
    const hubspot = findingOf('HubSpot', verdicts.hubspot);
    const location = verdicts.acculynx.verdict === 'valid' ? locationText(verdicts.acculynx.facts) : '';
    const portal = verdicts.hubspot.verdict === 'valid' ? portalText(verdicts.hubspot.facts) : '';
    const ofPortal: Check[] =
      hubspot.verdict === 'valid'
        ? await portalOf(stored.hubspotPat, stored)
        : [
            { check: 'properties', result: 'warning', text: unusable },
            { check: 'pipeline', result: 'warning', text: unusable },
          ];
    const checks: Check[] = [
      { check: 'acculynx', ...toldOf('AccuLynx', acculynx, `The API key works: ${location}`) },
      { check: 'hubspot', ...toldOf('HubSpot', hubspot, `The token has all permissions: ${portal}`) },
      ...ofPortal,
    ];
    return { acculynx, hubspot, checks };
  };
}

const results = { valid: 'passed', unknown: 'warning', invalid: 'failed' } as const;

function toldOf(
  vendor: Vendor,
  { verdict, reason }: CredentialFinding,
  passed: string,
): Pick<Check, 'result' | 'text'> {
  const unknown = `${reason ?? vendor}. Whether it is still valid is not known; please test again in a moment.`;
  const texts = { valid: passed, unknown, invalid: reason ?? '' } as const;
  return { result: results[verdict], text: texts[verdict] };
}
