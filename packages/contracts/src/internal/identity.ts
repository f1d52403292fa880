import { z } from 'zod';
import {
  doneSchema,
  forgottenPasswordSchema,
  passwordChangeSchema,
  passwordResetSchema,
} from '../account.ts';
import { endpoint } from '../endpoint.ts';
import { companyIdSchema, emailSchema, idSchema } from '../fields.ts';
import { invitationSchema, invitationTokenSchema } from '../team.ts';
import {
  credentialsSchema,
  newPasswordErrors,
  protectedPasswordErrors,
  registrationSchema,
  userSchema,
} from '../user.ts';

/**
 * What the gateway creates a session from. A session is over when its epoch is lower than that of the user's access record
 * (`AccessRecord`).
 */
export const sessionGrantSchema = z.object({ user: userSchema, sessionEpoch: z.int().positive() });
export type SessionGrant = z.infer<typeof sessionGrantSchema>;

const userParams = { userId: idSchema };

/** Verifies email and password for the gateway, which alone creates sessions. */
export const verifySignIn = endpoint({
  method: 'POST',
  path: '/internal/sign-ins',
  summary: 'Check email and password',
  access: 'service',
  body: credentialsSchema,
  answer: sessionGrantSchema,
  errors: [...protectedPasswordErrors, 'auth.wrong_credentials', 'request.too_many'],
});

export const createAccount = endpoint({
  method: 'POST',
  path: '/internal/registrations',
  summary: 'Create a user: in a company of its own, or in the one that an invitation names',
  access: 'service',
  body: registrationSchema,
  answer: sessionGrantSchema,
  status: 201,
  errors: [
    'auth.email_taken',
    ...newPasswordErrors,
    'auth.password_too_short',
    'team.invitation_invalid',
    'team.invitation_other_email',
    'team.account_exists',
    'request.too_many',
  ],
});

export const noteSignOut = endpoint({
  method: 'POST',
  path: '/internal/sign-outs',
  summary: 'Record a sign-out in the audit trail',
  access: 'service',
  body: z.object(userParams),
  status: 204,
});

export const endSessions = endpoint({
  method: 'POST',
  path: '/internal/session-endings',
  summary: 'End every session of a user',
  access: 'service',
  body: z.object(userParams),
  status: 204,
});

/** What a user may do now, as gateways look it up with each request. */
export const accessSchema = z.object({
  userId: idSchema,
  companyId: companyIdSchema,
  administrator: z.boolean(),
  /** The user's display name for the company's other users. Servers before this field do not send it. */
  email: z.string().optional(),
  /** Grows with each change; an older record never replaces a newer one. */
  version: z.int().positive(),
  /** Sessions of a lower epoch are over. */
  sessionEpoch: z.int().positive(),
  /** The text shown to the user while access is revoked, else null. */
  revokedReason: z.string().nullable(),
});

export const readAccess = endpoint({
  method: 'POST',
  path: '/internal/access',
  summary: 'What a user may do now, for a gateway that received a change',
  access: 'service',
  body: z.object(userParams),
  answer: accessSchema,
  errors: ['user.not_found'],
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/internal/password-reset-requests',
  summary: 'Have a reset link sent, if the email is registered; known and unknown ones cost the same',
  access: 'service',
  body: forgottenPasswordSchema,
  status: 204,
});

export const completePasswordReset = endpoint({
  method: 'POST',
  path: '/internal/password-resets',
  summary: 'Set the password by a reset link; answers whose it is',
  access: 'service',
  body: passwordResetSchema,
  answer: userSchema.pick({ email: true }),
  errors: [
    'auth.reset_link_expired',
    ...newPasswordErrors,
    'auth.reset_password_too_short',
    'request.too_many',
  ],
});

export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/internal/password-changes',
  summary:
    'Change the password of a user who knows the present one; ends every session, and grants a new one',
  access: 'service',
  body: passwordChangeSchema.extend(userParams),
  answer: sessionGrantSchema,
  errors: [
    'auth.current_password_wrong',
    ...newPasswordErrors,
    'auth.password_too_short',
    'request.too_many',
  ],
});

export const sendInvitation = endpoint({
  method: 'POST',
  path: '/internal/invitations',
  summary: 'Invite a user to a company, or again with a new link',
  access: 'service',
  body: z.object({ ...userParams, companyId: companyIdSchema, email: emailSchema }),
  answer: invitationSchema,
  status: 201,
  errors: ['auth.email_taken', 'team.inviter_unverified', 'team.invitations_full'],
  idempotent: true,
});

export const readInvitation = endpoint({
  method: 'POST',
  path: '/internal/invitations/open',
  summary: 'Who invited to what',
  access: 'service',
  body: z.object({ token: invitationTokenSchema }),
  answer: invitationSchema.pick({ email: true, invitedBy: true, expiresAt: true }),
  errors: ['team.invitation_invalid', 'team.account_exists'],
});

export const noteRevocationRead = endpoint({
  method: 'POST',
  path: '/internal/revocation-confirmations',
  summary: 'Note that a person has read that access was revoked',
  access: 'service',
  body: z.object(userParams),
  answer: doneSchema,
  errors: ['user.access_not_revoked'],
});
