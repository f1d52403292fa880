import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

/** Who is signed in. `administrator` follows from the company. */
export const userIdentitySchema = z.object({
  userId: z.int().positive(),
  companyId: z.string().min(1),
  administrator: z.boolean(),
});
export type UserIdentity = z.infer<typeof userIdentitySchema>;

/** Who calls: nobody known, a person through the gateway, or one of our services. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly user: UserIdentity }
  | { readonly kind: 'service'; readonly service: string };

const claimsSchema = z.union([
  z.object({ kind: z.literal('user'), user: userIdentitySchema }),
  z.object({ kind: z.literal('service'), service: z.string().min(1) }),
]);

const issuer = 'ridgeline';

/** How long a token is good for. */
export const identityLifetimeSeconds = 60;

const keyBytes = (key: string): Uint8Array => new TextEncoder().encode(key);

async function sign(key: string, claims: z.infer<typeof claimsSchema>): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime(`${identityLifetimeSeconds}s`)
    .sign(keyBytes(key));
}

/** A token with which the gateway tells a service who is signed in. */
export function signUserIdentity(key: string, user: UserIdentity): Promise<string> {
  return sign(key, { kind: 'user', user });
}

/** A token with which one service tells another who it is. */
export function signServiceIdentity(key: string, service: string): Promise<string> {
  return sign(key, { kind: 'service', service });
}

/** A token that is ours, and how long it is good for. */
export interface VerifiedIdentity {
  readonly caller: Caller;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** Who a token speaks of; null when it is forged, expired or not ours. `now` is epoch milliseconds. */
export async function verifyIdentity(
  key: string,
  token: string,
  now: number,
): Promise<VerifiedIdentity | null> {
  try {
    const currentDate = new Date(now);
    const options = { issuer, algorithms: ['HS256'], requiredClaims: ['exp'], currentDate };
    const { payload } = await jwtVerify(token, keyBytes(key), options);
    return { caller: claimsSchema.parse(payload), until: (payload.exp ?? 0) * 1_000 };
  } catch {
    return null;
  }
}
