import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** A key that wraps data keys. It comes from the environment and is never stored. */
interface MasterKey {
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * The master keys in force: the first one wraps, all of them unwrap. Rotation takes three deployments, each
 * rolled out to every replica before the next (docs/operations.md): append the new key; move it to the front (every data
 * key is wrapped again at the start); remove the old one.
 */
export type MasterKeys = readonly [MasterKey, ...MasterKey[]];

const keyBytes = 32;
const entryPattern = /^([\w-]{1,32}):([A-Za-z0-9+/]+={0,2})$/;

function readEntry(entry: string): MasterKey | null {
  const [, id, base64] = entryPattern.exec(entry.trim()) ?? [];
  if (!id || !base64) return null;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === keyBytes ? { id, key: createSecretKey(bytes) } : null;
}

/** `id:base64,id2:base64`: keys of 32 bytes with different ids. A problem names the entry's position, never its text. */
export const masterKeysSchema = z.string().transform((text, context): MasterKeys => {
  const keys = text.split(',').map(readEntry);
  const wrong = keys.indexOf(null) + 1;
  if (wrong > 0) context.addIssue(`entry ${wrong} is not id:base64 of 32 bytes`);
  const [first, ...others] = keys.filter((key) => key !== null);
  if (new Set(keys.map((key) => key?.id)).size < keys.length)
    context.addIssue('two entries have the same id');
  return first ? [first, ...others] : z.NEVER;
});

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM under a fresh random 96-bit IV (NIST SP 800-38D, 8.2.2). `place` is authenticated but not
 * stored: decryption needs the same text. Answers `iv | ciphertext | tag`.
 */
export function encrypt(key: KeyObject, plain: Uint8Array, place: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(place));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what `encrypt` made; null when the key, the place or a single bit is not the same. */
export function decrypt(key: KeyObject, sealed: Uint8Array, place: string): Buffer | null {
  if (sealed.length < ivBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}
