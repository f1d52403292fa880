import type { VendorCredentials } from '@ridgeline/contracts';
import type { MasterKeys } from './master-keys.ts';
import { openTexts, sealTexts, type SealedTexts } from './sealed-texts.ts';

/** Whose secrets these are. It is authenticated with each ciphertext, so that none can be moved to another row. */
export interface SecretOwner {
  readonly companyId: string;
  readonly connectionId: number;
}

/** A connection's credentials at rest: both encrypted by the connection's own data key. */
export type SealedSecrets = SealedTexts<keyof VendorCredentials>;

const keyOwner = ({ companyId, connectionId }: SecretOwner) => ({ companyId, id: connectionId });

/** Encrypts a connection's credentials under a data key of its own. */
export function sealSecrets(keys: MasterKeys, owner: SecretOwner, secrets: VendorCredentials): SealedSecrets {
  const { acculynxApiKey, hubspotPat } = secrets;
  return sealTexts(keys, keyOwner(owner), { acculynxApiKey, hubspotPat });
}

/** Decrypts a connection's credentials. Throws `server.failed` when they were altered, moved or their master key is gone. */
export function openSecrets(keys: MasterKeys, owner: SecretOwner, sealed: SealedSecrets): VendorCredentials {
  return openTexts(keys, keyOwner(owner), sealed);
}
