import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import { checkBoth, type CredentialChecker } from '../credentials/credential-check-service.ts';
import type { CredentialCheck } from '../credentials/credential-problem.ts';
import type { ConnectionOfCompany, StoredSecrets } from '../secrets/stored-secrets.ts';

/** Tries what is stored for a connection; null when it is gone. Throws as `StoredSecrets` does. */
export type StoredCheck = (of: ConnectionOfCompany) => Promise<CredentialCheck | null>;

/** Whether both vendors accept what was tried. */
export const isAccepted = ({ acculynx, hubspot }: CredentialCheck): boolean =>
  acculynx.verdict === 'valid' && hubspot.verdict === 'valid';

const areSame = (one: ConnectionSecrets, other: ConnectionSecrets): boolean =>
  one.acculynxApiKey === other.acculynxApiKey && one.hubspotPat === other.hubspotPat;

/**
 * The check of stored credentials. One that was replaced while it was tried says nothing about its successor: what is
 * not accepted is looked up again, and tried again if it is another one by now.
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
