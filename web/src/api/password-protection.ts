import { ApiError, getPasswordKey, type ProtectedPassword } from '@ridgeline/contracts';
import { api } from './client.ts';

/** Encrypts a password for the auth service. jose is loaded only here, when a password is really sent. */
async function protect(password: string): Promise<ProtectedPassword> {
  const [{ FlattenedEncrypt, importJWK }, key] = await Promise.all([import('jose'), api(getPasswordKey)]);
  const plaintext = new TextEncoder().encode(JSON.stringify({ value: password, issuedAt: Date.now() }));
  const jwe = await new FlattenedEncrypt(plaintext)
    .setProtectedHeader({ alg: key.alg, enc: 'A256GCM', kid: key.kid })
    .encrypt(await importJWK(key, key.alg));
  const { protected: header = '', encrypted_key = '', iv = '', ciphertext, tag = '' } = jwe;
  return { protected: header, encrypted_key, iv, ciphertext, tag };
}

/** Makes a call with a protected password; if the key has changed since, makes it again with the new key. */
export async function withProtectedPassword<T>(
  password: string,
  call: (field: ProtectedPassword) => Promise<T>,
): Promise<T> {
  try {
    return await call(await protect(password));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'auth.password_key_stale') throw error;
    return call(await protect(password));
  }
}
