import { errors, jwtVerify, SignJWT, type JWTHeaderParameters } from 'jose';
import { z } from 'zod';
import { identityKeysOf, type IdentityKeys, type IdentityKeySource } from './identity-keys.ts';

/** Who is signed in. `administrator` follows from the company. */
export const userIdentitySchema = z.object({
  userId: z.int().positive(),
  companyId: z.string().min(1),
  administrator: z.boolean(),
  /** What to call the user to the company's other users. Gateways before this field do not send it. */
  email: z.string().optional(),
});
export type UserIdentity = z.infer<typeof userIdentitySchema> & {
  /** An administrator's own company, while they view that of `companyId`; never part of a token. */
  readonly viewedFrom?: string;
};

/**
 * Who calls: an anonymous client, a user through the gateway, or one of our services. `late` is one of the latter two with a
 * token that expired on the way: the request waited here, or the clocks differ.
 */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'late' }
  | { readonly kind: 'user'; readonly user: UserIdentity }
  | { readonly kind: 'service'; readonly service: string };

/** The services that are called. A token is for one of them, which cannot use it with another. */
export type IdentityAudience = 'auth' | 'connection' | 'validation' | 'orchestrator';

const claimsSchema = z.union([
  z.object({ kind: z.literal('user'), user: userIdentitySchema }),
  z.object({ kind: z.literal('service'), service: z.string().min(1) }),
]);

const issuer = 'ridgeline';
const algorithm = 'HS256';

/** How long a token is good for. */
export const identityLifetimeSeconds = 60;

/** How far the clocks of two machines may differ. */
export const clockToleranceSeconds = 5;

const keyBytes = (key: string): Uint8Array => new TextEncoder().encode(key);

async function sign(
  keys: IdentityKeySource,
  claims: z.infer<typeof claimsSchema>,
  audience: IdentityAudience,
): Promise<string> {
  const { id, secret } = identityKeysOf(keys).signing;
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: algorithm, kid: id })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${identityLifetimeSeconds}s`)
    .sign(keyBytes(secret));
}

/** A token by which the gateway identifies the signed-in user to a service. */
export function signUserIdentity(
  keys: IdentityKeySource,
  user: UserIdentity,
  audience: IdentityAudience,
): Promise<string> {
  return sign(keys, { kind: 'user', user }, audience);
}

/** A token by which one service identifies itself to another. */
export function signServiceIdentity(
  keys: IdentityKeySource,
  service: string,
  audience: IdentityAudience,
): Promise<string> {
  return sign(keys, { kind: 'service', service }, audience);
}

/** A token that is ours, how long it is valid, and by which key. */
export interface VerifiedIdentity {
  readonly caller: Caller;
  /** Epoch milliseconds. */
  readonly until: number;
  readonly keyId: string;
}

/** What a token is verified against. */
export interface IdentityExpectation {
  readonly keys: IdentityKeys;
  /** Who it must be for. A test double of several services answers for all of them. */
  readonly audience: IdentityAudience | readonly IdentityAudience[];
}

/**
 * The caller that a token names; `late` when it is ours and has expired, or is older than our tokens can be; null when it
 * is forged, for another service, by a key that is not in force, or not ours at all. `now` is epoch milliseconds.
 */
export async function verifyIdentity(
  { keys, audience }: IdentityExpectation,
  token: string,
  now: number,
): Promise<VerifiedIdentity | 'late' | null> {
  const keyOf = ({ kid = '' }: JWTHeaderParameters): Uint8Array => {
    const secret = keys.secretOf(kid);
    if (secret === null) throw new TypeError('The key is not in force');
    return keyBytes(secret);
  };
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
      issuer,
      audience: [audience].flat(),
      algorithms: [algorithm],
      // The age is counted from `iat`, which is therefore required; a token without an expiry is refused whatever its age.
      requiredClaims: ['exp'],
      maxTokenAge: identityLifetimeSeconds,
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now),
    });
    const until = Math.min(payload.exp ?? 0, (payload.iat ?? 0) + identityLifetimeSeconds) * 1_000;
    return { caller: claimsSchema.parse(payload), until, keyId: protectedHeader.kid ?? '' };
  } catch (error) {
    // The signature is verified before the claims are looked at.
    return error instanceof errors.JWTExpired ? 'late' : null;
  }
}
