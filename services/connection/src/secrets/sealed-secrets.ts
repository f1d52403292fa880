import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { VendorCredentials } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import { decrypt, encrypt } from './aes-gcm.ts';
import type { MasterKeys } from './master-keys.ts';

/** Whose secrets these are. It is authenticated with each ciphertext, so that none can be moved to another row. */
export interface SecretOwner {
  readonly companyId: string;
  readonly connectionId: number;
}

/** A connection's data key, encrypted by a master key. */
export interface WrappedKey {
  readonly masterKeyId: string;
  readonly wrapped: Buffer;
}

/** A connection's credentials at rest: both encrypted by the connection's own data key. */
export interface SealedSecrets {
  readonly dataKey: WrappedKey;
  readonly fields: Readonly<Record<keyof VendorCredentials, Buffer>>;
}

type Part = keyof VendorCredentials | 'data-key';

/** JSON keeps the three parts apart whatever characters they hold. */
function placeOf({ companyId, connectionId }: SecretOwner, part: Part): string {
  return JSON.stringify([companyId, connectionId, part]);
}

function broken(owner: SecretOwner, part: Part): AppError {
  return new AppError('server.failed', {
    details: { reason: 'a stored secret cannot be opened', part, ...owner },
  });
}

function wrap([current]: MasterKeys, owner: SecretOwner, dataKey: Uint8Array): WrappedKey {
  return { masterKeyId: current.id, wrapped: encrypt(current.key, dataKey, placeOf(owner, 'data-key')) };
}

function unwrap(keys: MasterKeys, owner: SecretOwner, { masterKeyId, wrapped }: WrappedKey): Buffer {
  const master = keys.find(({ id }) => id === masterKeyId);
  const dataKey = master ? decrypt(master.key, wrapped, placeOf(owner, 'data-key')) : null;
  if (!dataKey) throw broken(owner, 'data-key');
  return dataKey;
}

/** Encrypts a connection's credentials under a data key of its own. */
export function sealSecrets(keys: MasterKeys, owner: SecretOwner, secrets: VendorCredentials): SealedSecrets {
  const dataKey = randomBytes(32);
  const key = createSecretKey(dataKey);
  const seal = (field: keyof VendorCredentials): Buffer =>
    encrypt(key, Buffer.from(secrets[field]), placeOf(owner, field));
  return {
    dataKey: wrap(keys, owner, dataKey),
    fields: { acculynxApiKey: seal('acculynxApiKey'), hubspotPat: seal('hubspotPat') },
  };
}

/** Decrypts a connection's credentials. Throws `server.failed` when they were altered, moved or their master key is gone. */
export function openSecrets(keys: MasterKeys, owner: SecretOwner, sealed: SealedSecrets): VendorCredentials {
  const key: KeyObject = createSecretKey(unwrap(keys, owner, sealed.dataKey));
  const open = (field: keyof VendorCredentials): string => {
    const plain = decrypt(key, sealed.fields[field], placeOf(owner, field));
    if (!plain) throw broken(owner, field);
    return plain.toString('utf8');
  };
  return { acculynxApiKey: open('acculynxApiKey'), hubspotPat: open('hubspotPat') };
}

/** Wraps a data key with the current master key; the credentials themselves stay as they are. */
export function rewrapKey(keys: MasterKeys, owner: SecretOwner, dataKey: WrappedKey): WrappedKey {
  return wrap(keys, owner, unwrap(keys, owner, dataKey));
}
