import type { AnswerOf, VendorCredentials } from '@ridgeline/contracts';
import type { testCredentials } from '@ridgeline/contracts/internal';
import type { GovernedVendors, Vendor } from '@ridgeline/governed-vendors';
import { AppError } from '@ridgeline/kit';
import { checkBoth, type CredentialChecker } from '../credentials/credential-check-service.ts';
import { findingOf, type CredentialFinding } from '../credentials/credential-problem.ts';
import { checkProperties } from '../properties/property-check.ts';
import { locationText, portalText, propertiesText } from '../save-steps/account-texts.ts';

type CredentialTestAnswer = AnswerOf<typeof testCredentials>;
type Check = CredentialTestAnswer['checks'][number];

/** Tries stored credentials and looks at the portal's properties; changes nothing, and never throws for a vendor's fault. */
export type CredentialTest = (credentials: VendorCredentials) => Promise<CredentialTestAnswer>;

/** What the test works with. */
export interface CredentialTestParts {
  readonly vendors: GovernedVendors;
  readonly check: CredentialChecker;
  /** How long HubSpot has for the list of its properties. */
  readonly timeLimitMs?: number;
}

const unasked = 'HubSpot could not be asked for its properties; please test again in a moment';

/** The use case of 'Test now'. */
export function credentialTest({
  vendors,
  check,
  timeLimitMs = 12_000,
}: CredentialTestParts): CredentialTest {
  const propertiesOf = async (token: string): Promise<Check> => {
    const signal = AbortSignal.timeout(timeLimitMs);
    try {
      const found = await checkProperties(vendors.hubspot(token), { create: false, signal });
      const result = found.status === 'valid' ? 'passed' : 'warning';
      return { check: 'properties', result, text: propertiesText(found) };
    } catch (error) {
      const late = signal.aborted && !(error instanceof AppError);
      if (late || (error instanceof AppError && error.code === 'connection.hubspot_unreachable'))
        return { check: 'properties', result: 'warning', text: unasked };
      if (!(error instanceof AppError)) throw error;
      return { check: 'properties', result: 'failed', text: error.text };
    }
  };

  return async (credentials) => {
    const verdicts = await checkBoth(check, credentials);
    const acculynx = findingOf('AccuLynx', verdicts.acculynx);
    const hubspot = findingOf('HubSpot', verdicts.hubspot);
    const location = verdicts.acculynx.verdict === 'valid' ? locationText(verdicts.acculynx.facts) : '';
    const portal = verdicts.hubspot.verdict === 'valid' ? portalText(verdicts.hubspot.facts) : '';
    const properties: Check =
      hubspot.verdict === 'valid'
        ? await propertiesOf(credentials.hubspotPat)
        : {
            check: 'properties',
            result: 'warning',
            text: 'Not looked at, because the token could not be used',
          };
    const checks: Check[] = [
      { check: 'acculynx', ...toldOf('AccuLynx', acculynx, `The API key works: ${location}`) },
      { check: 'hubspot', ...toldOf('HubSpot', hubspot, `The token has all permissions: ${portal}`) },
      properties,
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
