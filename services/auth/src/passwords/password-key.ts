import { fieldError } from '@ridgeline/kit';
import type { passwordKeySchema, ProtectedPassword } from '@ridgeline/contracts';
import type { AppError } from '@ridgeline/kit';
import { errors, flattenedDecrypt, importJWK, type JWEHeaderParameters } from 'jose';
import { z } from 'zod';
import type { UsedPasswords } from './used-passwords.redis.ts';

/** The private half of the key that clients protect passwords with: an EC P-256 JWK with a `kid`. */
export const privatePasswordKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().min(1),
  y: z.string().min(1),
  d: z.string().min(1),
  kid: z.string().min(1),
});
export type PrivatePasswordKey = z.infer<typeof privatePasswordKeySchema>;

/** The keys in force: clients get the first one's public half, all of them open. */
const passwordKeysSchema = z
  .tuple([privatePasswordKeySchema], privatePasswordKeySchema)
  .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'two keys have the same `kid`');
export type PrivatePasswordKeys = z.infer<typeof passwordKeysSchema>;

/** The same as JSON text, as configuration holds it: a list, or a single key. */
export const passwordKeysJsonSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      const read: unknown = JSON.parse(text);
      return Array.isArray(read) ? read : [read];
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  })
  .pipe(passwordKeysSchema);

/** Opens the passwords that clients protected with the public half. */
export interface PasswordKey {
  readonly publicKey: z.infer<typeof passwordKeySchema>;
  /**
   * The password inside a flattened JWE. Throws `AppError`: `auth.password_key_stale` when the key is not in force, or the
   * JWE is more than five minutes old, was used before or cannot be decrypted (the client encrypts again and retries);
   * `auth.password_unprotected` when it is not one of our JWEs at all.
   */
  open(password: ProtectedPassword, field?: string): Promise<string>;
}

const maxAgeMs = 5 * 60_000;
/** How far a client's clock may run ahead. */
const maxAheadMs = 60_000;

const algorithm = 'ECDH-ES+A256KW';
const plaintextSchema = z.object({ value: z.string(), issuedAt: z.number() });

type Refusal = 'auth.password_key_stale' | 'auth.password_unprotected';

/** Maps jose's errors to the code for the client, by class. */
function refusalOf(error: unknown): Refusal {
  return error instanceof UnknownKey || error instanceof errors.JWEDecryptionFailed
    ? 'auth.password_key_stale'
    : 'auth.password_unprotected';
}

class UnknownKey extends Error {
  override readonly name = 'UnknownKey';
}

function parsePlaintext(bytes: Uint8Array): z.infer<typeof plaintextSchema> {
  return plaintextSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
}

/** Imports the keys once; `used` remembers what was opened, `now` is the clock in epoch milliseconds. */
export async function createPasswordKey(
  jwks: PrivatePasswordKeys,
  used: UsedPasswords,
  now: () => number = Date.now,
): Promise<PasswordKey> {
  const [{ kty, crv, x, y, kid }] = jwks;
  const keys = new Map(
    await Promise.all(jwks.map(async (jwk) => [jwk.kid, await importJWK(jwk, algorithm)] as const)),
  );

  const decrypt = async (password: ProtectedPassword): Promise<z.infer<typeof plaintextSchema>> => {
    const { plaintext } = await flattenedDecrypt(
      password,
      (header?: JWEHeaderParameters) => {
        const key = keys.get(header?.kid ?? '');
        if (!key) throw new UnknownKey();
        return key;
      },
      { keyManagementAlgorithms: [algorithm], contentEncryptionAlgorithms: ['A256GCM'] },
    );
    return parsePlaintext(plaintext);
  };

  return {
    publicKey: { kty, crv, x, y, kid, alg: algorithm, use: 'enc' },
    open: async (password, field = 'password') => {
      const refuse = (code: Refusal): AppError => fieldError(field, code);
      const opened = await decrypt(password).catch((error: unknown) => {
        throw refuse(refusalOf(error));
      });
      const age = now() - opened.issuedAt;
      if (age > maxAgeMs || age < -maxAheadMs) throw refuse('auth.password_key_stale');
      if (!(await used.takeOnce(password))) throw refuse('auth.password_key_stale');
      return opened.value;
    },
  };
}
