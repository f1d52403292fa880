import type { VendorCredentials } from '@ridgeline/contracts';
import type { AcculynxFacts, HubspotFacts } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { CredentialChecker } from '../credentials/credential-check-service.ts';
import { credentialProblem } from '../credentials/credential-problem.ts';

/** Whose the credentials are; each throws when its vendor does not accept its own, or gives no answer. */
export interface Accounts {
  acculynx(): Promise<AcculynxFacts>;
  hubspot(): Promise<HubspotFacts>;
}

/**
 * Tries both credentials at once, for the two steps that tell of them one after the other. When AccuLynx does not accept the
 * key, the error has the fault of the token besides: a person mends both fields in one go.
 */
export function tryAccounts(check: CredentialChecker, credentials: VendorCredentials): Accounts {
  const asked = check(credentials);
  // Nobody may come to wait for it; who does hears of its failure all the same.
  asked.hubspot.catch(() => undefined);
  const hubspot = async (): Promise<HubspotFacts> => {
    const verdict = await asked.hubspot;
    if (verdict.verdict === 'valid') return verdict.facts;
    throw credentialProblem('HubSpot', verdict);
  };

  return {
    hubspot,
    async acculynx() {
      const verdict = await asked.acculynx;
      if (verdict.verdict === 'valid') return verdict.facts;
      const { code, text, details, fields } = credentialProblem('AccuLynx', verdict);
      const besides = await hubspot().then(
        () => ({}),
        (error: unknown) => (error instanceof AppError ? error.fields : {}),
      );
      throw new AppError(code, { text, details, fields: { ...fields, ...besides } });
    },
  };
}
