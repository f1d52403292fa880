import { decrypt, encrypt, type MasterKeys } from './master-keys.ts';
import { AppError } from '@ridgeline/kit';

/** Whose data key it is: a connection's by its number, an orphaned subscription's by its UUID. */
export interface KeyOwner {
  readonly companyId: string;
  readonly id: number | string;
}

/** A data key, encrypted by a master key. */
export interface WrappedKey {
  readonly masterKeyId: string;
  readonly wrapped: Buffer;
}

const keyPart = 'data-key';

/** What is authenticated with each ciphertext. JSON keeps the three parts apart whatever characters they hold. */
export function placeOf({ companyId, id }: KeyOwner, part: string): string {
  return JSON.stringify([companyId, id, part]);
}

/** The error of a ciphertext that was altered or moved, or whose key is gone. */
export function unopenable(owner: KeyOwner, part: string): AppError {
  return new AppError('server.failed', {
    details: { reason: 'a stored secret cannot be opened', part, ...owner },
  });
}

/** Encrypts a data key by the current master key. */
export function wrapKey([current]: MasterKeys, owner: KeyOwner, dataKey: Uint8Array): WrappedKey {
  return { masterKeyId: current.id, wrapped: encrypt(current.key, dataKey, placeOf(owner, keyPart)) };
}

/** Decrypts a data key. Throws `server.failed` when it was altered, moved or its master key is gone. */
export function unwrapKey(keys: MasterKeys, owner: KeyOwner, { masterKeyId, wrapped }: WrappedKey): Buffer {
  const master = keys.find(({ id }) => id === masterKeyId);
  const dataKey = master ? decrypt(master.key, wrapped, placeOf(owner, keyPart)) : null;
  if (!dataKey) throw unopenable(owner, keyPart);
  return dataKey;
}

/** Wraps a data key with the current master key; what it encrypts stays as it is. */
export function rewrapKey(keys: MasterKeys, owner: KeyOwner, dataKey: WrappedKey): WrappedKey {
  return wrapKey(keys, owner, unwrapKey(keys, owner, dataKey));
}
