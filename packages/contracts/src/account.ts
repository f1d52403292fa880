import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emailSchema, largestId, personNameSchema } from './fields.ts';
import { protectedPasswordSchema, userSchema } from './user.ts';

/** What a call answers that only does something: a sentence for the person. */
export const doneSchema = z.object({ message: z.string() });

export const forgottenPasswordSchema = z.object({ email: emailSchema });

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot-password',
  summary:
    'Send a link to set a new password; the answer is the same whether the e-mail is registered or not',
  access: 'public',
  body: forgottenPasswordSchema,
  answer: doneSchema,
  errors: ['request.too_many'],
});

/** From the link of the mail, `/auth?token=...&userId=...`: the id arrives as text there. */
export const passwordResetSchema = z.object({
  token: z
    .string('auth.reset_link_invalid')
    .min(1, 'auth.reset_link_invalid')
    .max(200, 'auth.reset_link_invalid'),
  userId: z.coerce
    .number('auth.reset_link_invalid')
    .int('auth.reset_link_invalid')
    .min(1, 'auth.reset_link_invalid')
    .max(largestId, 'auth.reset_link_invalid'),
  password: protectedPasswordSchema,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/reset-password',
  summary: 'Set a new password with the link of the mail; every session of the account ends',
  access: 'public',
  body: passwordResetSchema,
  answer: doneSchema,
  errors: [
    'auth.reset_link_invalid',
    'auth.reset_link_expired',
    'auth.reset_password_too_short',
    'auth.password_too_long',
    'auth.password_common',
    'auth.password_unprotected',
    'auth.password_key_stale',
    'request.too_many',
  ],
});

/** A name that is sent empty or null is cleared; one that is left out stays. */
export const profileSchema = z.object({ firstName: personNameSchema, lastName: personNameSchema });

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/user/profile',
  summary: "Change one's own name",
  access: 'signed-in',
  body: profileSchema,
  answer: userSchema,
  errors: ['auth.name_too_long'],
});

/** The field's own texts, where a password is missing. */
const currentPasswordSchema = z
  .unknown()
  .refine((value) => value !== undefined && value !== null && value !== '', 'auth.current_password_required')
  .pipe(protectedPasswordSchema);

export const passwordChangeSchema = z.object({
  currentPassword: currentPasswordSchema,
  newPassword: protectedPasswordSchema,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/change-password',
  summary: "Change one's own password; every other session of the account ends",
  access: 'signed-in',
  body: passwordChangeSchema,
  answer: doneSchema,
  errors: [
    'auth.current_password_required',
    'auth.current_password_wrong',
    'auth.password_too_short',
    'auth.password_too_long',
    'auth.password_common',
    'auth.password_unprotected',
    'auth.password_key_stale',
    'request.too_many',
  ],
});

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/user/sign-out-everywhere',
  summary: 'End every session of the account, this one too',
  access: 'signed-in',
  answer: doneSchema,
});

export const confirmAccessRevoked = endpoint({
  method: 'POST',
  path: '/api/confirm-access-revoked',
  summary: 'Record that the person has read that access was revoked',
  access: 'signed-in',
  answer: doneSchema,
});
