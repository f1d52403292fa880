import { createSecretKey, randomBytes } from 'node:crypto';
import type { VendorCredentials } from '@ridgeline/contracts';
import { decrypt, encrypt, type MasterKeys } from './master-keys.ts';
import { placeOf, unopenable, unwrapKey, wrapKey, type KeyOwner, type WrappedKey } from './wrapped-keys.ts';

const maxHintLength = 4;

/** The end of a secret, by which users recognize it: four characters, or at most a third of a short secret. */
export function hintOf(secret: string): string {
  const shown = Math.min(maxHintLength, Math.floor(secret.length / 3));
  return secret.slice(secret.length - shown);
}

/** What leaves the server in place of a secret: `••••1a2b`. */
export function maskOf(hint: string): string {
  return `••••${hint}`;
}

/** Texts at rest, encrypted by a data key of their own. */
interface SealedTexts<Part extends string> {
  readonly dataKey: WrappedKey;
  readonly fields: Readonly<Record<Part, Buffer>>;
}

function mapParts<Part extends string, From, To>(
  parts: Readonly<Record<Part, From>>,
  map: (value: From, part: Part) => To,
): Record<Part, To> {
  const entries = Object.entries(parts) as [Part, From][];
  return Object.fromEntries(entries.map(([part, value]) => [part, map(value, part)])) as Record<Part, To>;
}

/** Encrypts texts under a new data key; each is bound to its owner and its name. */
export function sealTexts<Part extends string>(
  keys: MasterKeys,
  owner: KeyOwner,
  texts: Readonly<Record<Part, string>>,
): SealedTexts<Part> {
  const dataKey = randomBytes(32);
  const key = createSecretKey(dataKey);
  return {
    dataKey: wrapKey(keys, owner, dataKey),
    fields: mapParts(texts, (text, part) => encrypt(key, Buffer.from(text), placeOf(owner, part))),
  };
}

/** Decrypts texts. Throws `server.failed` when they were altered, moved or their master key is gone. */
export function openTexts<Part extends string>(
  keys: MasterKeys,
  owner: KeyOwner,
  { dataKey, fields }: SealedTexts<Part>,
): Record<Part, string> {
  const key = createSecretKey(unwrapKey(keys, owner, dataKey));
  return mapParts(fields, (sealed, part) => {
    const plain = decrypt(key, sealed, placeOf(owner, part));
    if (!plain) throw unopenable(owner, part);
    return plain.toString('utf8');
  });
}

/** The owner of these secrets. It is authenticated with each ciphertext, so that none can be moved to another row. */
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
