import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emailErrors, emailSchema, idSchema, pathIdSchema, timeSchema } from './fields.ts';
import { userSchema } from './user.ts';

/** A team member of the caller's company. */
export const memberSchema = userSchema
  .pick({ id: true, email: true, firstName: true, lastName: true, accessRevoked: true })
  .extend({ joinedAt: timeSchema });
export type Member = z.infer<typeof memberSchema>;

/** An invitation that was neither accepted nor withdrawn; an expired one can be sent again. */
export const invitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  invitedBy: z.string(),
  invitedAt: timeSchema,
  expiresAt: timeSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

export const teamSchema = z.object({
  members: z.array(memberSchema),
  invitations: z.array(invitationSchema),
});
export type Team = z.infer<typeof teamSchema>;

export const getTeam = endpoint({
  method: 'GET',
  path: '/api/team',
  summary: "The members of one's company and who is invited",
  access: 'signed-in',
  answer: teamSchema,
});

export const inviteColleague = endpoint({
  method: 'POST',
  path: '/api/team/invitations',
  summary: 'Invite a user by email; the link works once and for seven days. Inviting again sends a new link.',
  access: 'signed-in',
  body: z.object({ email: emailSchema }),
  answer: invitationSchema,
  status: 201,
  errors: [
    ...emailErrors,
    'auth.email_taken',
    'team.inviter_unverified',
    'team.invitations_full',
    'request.too_many',
  ],
  idempotent: true,
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/team/invitations/{id}',
  summary: 'Withdraw an invitation: its link stops to work',
  access: 'signed-in',
  params: z.object({ id: pathIdSchema }),
  status: 204,
  errors: ['team.invitation_not_found'],
});

/** The secret of an invitation's link. */
export const invitationTokenSchema = z
  .string('team.invitation_invalid')
  .min(1, 'team.invitation_invalid')
  .max(200, 'team.invitation_invalid');

/** An invitation as its link shows it. */
const openedInvitationSchema = invitationSchema.pick({ email: true, invitedBy: true, expiresAt: true });

const ownInvitation = {
  method: 'POST',
  access: 'signed-in',
  body: z.object({ token: invitationTokenSchema }),
  errors: ['team.invitation_invalid', 'team.invitation_other_account', 'team.already_member'],
} as const;

export const openOwnInvitation = endpoint({
  ...ownInvitation,
  path: '/api/team/invitations/open',
  summary: 'The invitation, for a user who is already signed in with the invited email',
  answer: openedInvitationSchema,
});

export const acceptInvitation = endpoint({
  ...ownInvitation,
  path: '/api/team/invitations/accept',
  summary:
    "Join the inviter's company with the account that one has; what the former company owns stays there",
  answer: userSchema,
  errors: [...ownInvitation.errors, 'team.invitee_unverified', 'user.own_access'],
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/team/members/{id}',
  summary:
    'Remove a team member: every session of the account ends, and it continues in a company of its own',
  access: 'signed-in',
  params: z.object({ id: pathIdSchema }),
  status: 204,
  errors: ['team.member_not_found', 'team.own_membership'],
});

/** By POST, so that no access log contains the token. */
export const openInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/open',
  summary: 'Who invited to what, for the page that the link opens',
  access: 'public',
  body: z.object({ token: invitationTokenSchema }),
  answer: openedInvitationSchema,
  errors: ['team.invitation_invalid', 'team.account_exists', 'request.too_many'],
});
