import type { VendorCredentials } from '@ridgeline/contracts';
import type { AcculynxFacts, HubspotFacts, KnownAccounts } from '@ridgeline/contracts/internal';
import { AppError, fieldError } from '@ridgeline/kit';
import type { CredentialChecker } from '../credentials/credential-check-service.ts';
import { credentialProblem } from '../credentials/credential-problem.ts';

/**
 * The accounts that the credentials belong to. Each method throws when its vendor does not accept the credential or gives no
 * answer, and when the account differs from the connection's: that would mix two companies' data.
 */
export interface Accounts {
  acculynx(): Promise<AcculynxFacts>;
  hubspot(): Promise<HubspotFacts>;
}

/**
 * Tries both credentials concurrently, for the two steps that report them one after the other. When AccuLynx does not accept
 * the key, the error also includes the token's fault, so that the user can fix both fields at the same time.
 */
export function tryAccounts(
  check: CredentialChecker,
  credentials: VendorCredentials,
  known: KnownAccounts,
): Accounts {
  const asked = check(credentials);
  // The promise may never be awaited; a caller that awaits it still gets its failure.
  asked.hubspot.catch(() => undefined);
  const hubspot = async (): Promise<HubspotFacts> => {
    const verdict = await asked.hubspot;
    if (verdict.verdict !== 'valid') throw credentialProblem('HubSpot', verdict);
    const { facts } = verdict;
    if (isAnother(facts.portalId, known.hubSpotPortalId)) throw otherAccount('hubspotPat');
    return facts;
  };

  return {
    hubspot,
    async acculynx() {
      const verdict = await asked.acculynx;
      const isValid = verdict.verdict === 'valid';
      if (isValid && !isAnother(verdict.facts.companyId, known.acculynxCompanyId)) return verdict.facts;
      const problem = isValid ? otherAccount('acculynxApiKey') : credentialProblem('AccuLynx', verdict);
      const { code, text, details, fields } = problem;
      const besides = await hubspot().then(
        () => ({}),
        (error: unknown) => (error instanceof AppError ? error.fields : {}),
      );
      throw new AppError(code, { text, details, fields: { ...fields, ...besides } });
    },
  };
}

const isAnother = (account: string, known: string | null): boolean => known !== null && account !== known;

const others = {
  acculynxApiKey: 'connection.other_acculynx_company',
  hubspotPat: 'connection.other_hubspot_portal',
} as const;

function otherAccount(field: keyof typeof others): AppError {
  return fieldError(field, others[field]);
}
