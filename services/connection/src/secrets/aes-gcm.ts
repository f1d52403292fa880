import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

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
