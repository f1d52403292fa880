import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors/catalogue.ts';
import {
  companyIdSchema,
  emailErrors,
  emailSchema,
  idSchema,
  personNameErrors,
  personNameSchema,
  writtenText,
} from './fields.ts';

/** A person who signs in. `administrator` is derived from the company, never stored or sent by a client. */
export const userSchema = z.object({
  id: idSchema,
  username: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  companyId: companyIdSchema,
  administrator: z.boolean(),
  /** Whether the person has shown that the email is their own. */
  emailVerified: z.boolean(),
  accessRevoked: z.boolean(),
  accessRevokedReason: z.string().nullable(),
});
export type User = z.infer<typeof userSchema>;

/**
 * A password on its way to the server: a flattened JWE (RFC 7516, ECDH-ES+A256KW, A256GCM) whose plaintext is
 * `{"value": string, "issuedAt": epoch milliseconds}`. A plain string is refused.
 */
export const protectedPasswordSchema = z.object(
  {
    protected: z.string().max(2048),
    encrypted_key: z.string().max(512),
    iv: z.string().max(64),
    ciphertext: z.string().max(4096),
    tag: z.string().max(64),
  },
  {
    error: ({ input }) =>
      input === undefined || input === null || input === ''
        ? 'auth.password_required'
        : 'auth.password_unprotected',
  },
);
export type ProtectedPassword = z.infer<typeof protectedPasswordSchema>;

/** The errors of a password before it is read: answered by `protectedPasswordSchema` and by the auth service, which opens it. */
export const protectedPasswordErrors = [
  'auth.password_required',
  'auth.password_unprotected',
  'auth.password_key_stale',
] as const satisfies readonly ErrorCode[];

/** The problem of a new password, other than its length, for which there are two texts. */
export const newPasswordErrors = [
  ...protectedPasswordErrors,
  'auth.password_too_long',
  'auth.password_common',
  'auth.password_easy',
] as const satisfies readonly ErrorCode[];

/** The auth service's public key for passwords: an EC P-256 JWK. */
export const passwordKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string(),
  alg: z.literal('ECDH-ES+A256KW'),
  use: z.literal('enc'),
});

export const getPasswordKey = endpoint({
  method: 'GET',
  path: '/api/auth/password-key',
  summary: 'The public key that passwords are protected with',
  access: 'public',
  answer: passwordKeySchema,
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user',
  access: 'signed-in',
  answer: userSchema,
  openToRevoked: true,
});

export const credentialsSchema = z.object({
  email: emailSchema,
  password: protectedPasswordSchema,
  rememberMe: z.boolean().optional(),
});

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in',
  access: 'public',
  body: credentialsSchema,
  answer: userSchema,
  errors: [...emailErrors, ...protectedPasswordErrors, 'auth.wrong_credentials', 'request.too_many'],
});

export const registrationSchema = z.object({
  email: emailSchema,
  password: protectedPasswordSchema,
  /** One line of text; the email where it is missing or empty. */
  username: z.string().trim().max(254).regex(writtenText, 'request.characters').optional(),
  firstName: personNameSchema,
  lastName: personNameSchema,
  /** The token of an invitation: the account then joins the inviter's company. */
  invitation: z.string().max(200, 'team.invitation_invalid').optional(),
});

export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  summary: 'Create an account, with a company of its own unless invited, and sign in',
  access: 'public',
  body: registrationSchema,
  answer: userSchema,
  status: 201,
  errors: [
    'auth.email_and_password_required',
    ...emailErrors,
    'auth.email_taken',
    ...newPasswordErrors,
    'auth.password_too_short',
    ...personNameErrors,
    'team.invitation_invalid',
    'team.invitation_other_email',
    'team.account_exists',
    'request.too_many',
  ],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  summary: 'Sign out',
  access: 'public',
  answer: z.object({ message: z.string() }),
});
