import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import { checkBoth, type CredentialChecker } from '../credentials/credential-check-service.ts';
import type { CredentialCheck } from '../credentials/credential-problem.ts';
import type { ConnectionOfCompany, StoredSecrets } from '../secrets/stored-secrets.ts';

/** Tries a connection's stored credentials; null when it is gone. Throws like `StoredSecrets`. */
export type StoredCheck = (of: ConnectionOfCompany) => Promise<CredentialCheck | null>;

/** Whether both vendors accept the credentials. */
export const isAccepted = ({ acculynx, hubspot }: CredentialCheck): boolean =>
  acculynx.verdict === 'valid' && hubspot.verdict === 'valid';

const areSame = (one: ConnectionSecrets, other: ConnectionSecrets): boolean =>
  one.acculynxApiKey === other.acculynxApiKey && one.hubspotPat === other.hubspotPat;

/**
 * The check of stored credentials. If a credential is replaced during the check, the result says nothing about the new one:
 * when credentials are not accepted, they are fetched again, and tried again if they have changed.
 */
export function storedCheck(stored: StoredSecrets, check: CredentialChecker): StoredCheck {
  return async (of) => {
    let secrets = await stored(of);
    while (secrets) {
      const { acculynxApiKey, hubspotPat } = secrets;
      const result = await checkBoth(check, { acculynxApiKey, hubspotPat });
      if (isAccepted(result)) return result;
      const now = await stored(of);
      if (now && areSame(secrets, now)) return result;
      secrets = now;
    }
    return null;
  };
}
