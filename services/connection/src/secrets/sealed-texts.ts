import { createSecretKey, randomBytes } from 'node:crypto';
import { decrypt, encrypt } from './aes-gcm.ts';
import type { MasterKeys } from './master-keys.ts';
import { placeOf, unopenable, unwrapKey, wrapKey, type KeyOwner, type WrappedKey } from './wrapped-keys.ts';

/** Texts at rest, all encrypted by one data key of their own. */
export interface SealedTexts<Part extends string> {
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
