import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  emailErrors,
  emailSchema,
  idTextSchema,
  largestId,
  personNameErrors,
  personNameSchema,
} from './fields.ts';
import { newPasswordErrors, protectedPasswordSchema, userSchema } from './user.ts';

/** The answer of a call that only performs an action: a sentence for the user. */
export const doneSchema = z.object({ message: z.string() });

export const forgottenPasswordSchema = z.object({ email: emailSchema });

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot-password',
  summary: 'Send a link to set a new password; the answer is the same whether the email is registered or not',
  access: 'public',
  body: forgottenPasswordSchema,
  answer: doneSchema,
  errors: [...emailErrors, 'request.too_many'],
});

const invalidLink = 'auth.reset_link_invalid';

/** From the link of the email, `/auth?token=...&userId=...`, where the id is text. */
export const passwordResetSchema = z.object({
  token: z.string(invalidLink).min(1, invalidLink).max(200, invalidLink),
  userId: z.union(
    [idTextSchema(invalidLink), z.int(invalidLink).positive(invalidLink).max(largestId, invalidLink)],
    invalidLink,
  ),
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
    ...newPasswordErrors,
    'auth.reset_password_too_short',
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
  errors: personNameErrors,
});

/** The field's own texts for a missing password. */
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
    ...newPasswordErrors,
    'auth.password_too_short',
    'request.too_many',
  ],
});

export const sendVerificationMail = endpoint({
  method: 'POST',
  path: '/api/user/verification-mail',
  summary: "Send the link that verifies one's email again; each mail makes the wait for the next one longer",
  access: 'signed-in',
  answer: doneSchema,
  errors: ['auth.email_verified', 'request.too_many'],
});

const invalidVerification = 'auth.verification_link_invalid';

/** From the link of the email, `/auth?verification=...`. */
export const verificationSchema = z.object({
  token: z.string(invalidVerification).min(1, invalidVerification).max(200, invalidVerification),
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/user/verify-email',
  summary: "Verify one's email with the link of the mail, signed in to the account that it is for",
  access: 'signed-in',
  body: verificationSchema,
  answer: userSchema,
  errors: [invalidVerification],
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
  openToRevoked: true,
  errors: ['user.access_not_revoked', 'request.too_many'],
});
