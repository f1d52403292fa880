import { migrationErrors } from './migration-errors.ts';

/**
 * Every error that an API answers: its HTTP status and the text a person reads. Codes are `area.what_is_wrong`.
 * Texts that the customer's specification quotes are verbatim.
 */
export const errorCatalogue = {
  'request.invalid': { status: 400, text: 'Some fields are not valid' },
  'request.required': { status: 400, text: 'Required' },
  'request.characters': { status: 400, text: 'Please leave out control characters and broken characters' },
  'request.day_or_moment': {
    status: 400,
    text: 'Must be a day such as 2026-03-05, or a moment such as 2026-03-05T13:30:00Z',
  },
  'request.malformed_json': { status: 400, text: 'The request body is not a valid JSON object' },
  'request.unsupported_media_type': { status: 415, text: 'Send the request body as application/json' },
  'request.too_large': { status: 413, text: 'The request body is too large; the limit is 100 kB' },
  'request.body_unexpected': { status: 400, text: 'This call takes no request body' },
  'request.method_not_allowed': { status: 405, text: 'This request method is not used here' },
  'request.not_found': { status: 404, text: 'There is nothing at this address' },
  'request.cross_site': { status: 403, text: 'This request came from another site and was refused' },
  'request.too_many': { status: 429, text: 'Too many attempts. Please try again later.' },
  'request.key_malformed': {
    status: 400,
    text: 'The Idempotency-Key header must be 8 to 128 characters long, visible ASCII without spaces',
  },
  'request.key_reused': {
    status: 409,
    text: 'This Idempotency-Key was already used for a different request; send each request with a key of its own',
  },

  'session.missing': { status: 401, text: 'Your session has expired. Please log in again.' },
  'session.forbidden': { status: 403, text: 'You do not have access to this' },
  'session.access_revoked': { status: 403, text: 'Access has been revoked' },

  'server.failed': {
    status: 500,
    text: 'Something went wrong on our side. Nothing was lost; please try again.',
  },
  'server.unavailable': {
    status: 503,
    text: 'A part of the service is not reachable right now. Please try again in a moment.',
  },

  'auth.email_required': { status: 400, text: 'Email is required' },
  'auth.email_invalid': { status: 400, text: 'Please enter a valid email address' },
  'auth.password_required': { status: 400, text: 'Password is required' },
  'auth.password_too_short': { status: 400, text: 'Password must be at least 8 characters' },
  'auth.password_too_long': { status: 400, text: 'Password must be at most 256 characters' },
  'auth.email_and_password_required': { status: 400, text: 'Email and password are required' },
  'auth.password_unprotected': {
    status: 400,
    text: 'The password must be sent in protected form, not as plain text',
  },
  'auth.password_key_stale': {
    status: 400,
    text: 'The password was protected with an old key; please try again',
  },
  'auth.email_taken': { status: 409, text: 'An account with this email already exists' },
  'auth.current_password_required': { status: 400, text: 'Current password is required' },
  'auth.current_password_wrong': { status: 400, text: 'The current password is incorrect' },
  'auth.password_common': {
    status: 400,
    text: 'This password is one of the most common ones and is easy to guess. Choose another password.',
  },
  'auth.password_easy': {
    status: 400,
    text: 'Your email address, or one character repeated, is easy to guess. Choose another password.',
  },
  'auth.reset_password_too_short': { status: 400, text: 'Password must be at least 6 characters' },
  'auth.reset_link_invalid': { status: 400, text: 'Invalid reset token or user ID.' },
  'auth.reset_link_expired': {
    status: 400,
    text: 'This link is too old or was used already. Please ask for a new one.',
  },
  'auth.email_verified': { status: 409, text: 'Your email address is verified already' },
  'auth.verification_link_invalid': {
    status: 400,
    text: 'This link is too old, was used already or is for another account. Please have a new one sent.',
  },
  'auth.wrong_credentials': { status: 401, text: 'Invalid email or password' },
  'auth.name_too_long': { status: 400, text: 'Names must be at most 100 characters' },

  'user.not_found': { status: 404, text: 'This user does not exist' },
  'user.company_unknown': { status: 400, text: 'There is no company with this ID' },
  'user.access_not_revoked': {
    status: 409,
    text: 'Your access is not revoked, so there is nothing to confirm',
  },
  'user.own_access': { status: 409, text: 'You cannot revoke your own access or leave the administrators' },
  'user.password_too_short': { status: 400, text: 'Password must be at least 8 characters long' },
  'user.reason_too_long': { status: 400, text: 'The reason must be at most 500 characters' },

  'team.invitation_invalid': {
    status: 400,
    text: 'This invitation is no longer valid. Please ask for a new one.',
  },
  'team.account_exists': {
    status: 409,
    text: 'There is an account with this email already. Please sign in with it; if it belongs to another team, ask your administrator to move it.',
  },
  'team.invitation_other_email': {
    status: 400,
    text: 'This invitation was sent to another email address. Please register with that one.',
  },
  'team.inviter_unverified': {
    status: 409,
    text: 'Verify your own email address first: open the link that we sent you, or have it sent again in Settings.',
  },
  'team.invitation_other_account': {
    status: 409,
    text: 'This invitation was sent to another email address. Sign in with that one, or ask for an invitation to this one.',
  },
  'team.invitee_unverified': {
    status: 409,
    text: 'Verify your email address first: open the link that we sent you, or have it sent again in Settings. Then open the invitation again.',
  },
  'team.already_member': { status: 409, text: 'You are in this team already' },
  'team.member_not_found': { status: 404, text: 'This user is no longer in your team' },
  'team.own_membership': {
    status: 409,
    text: 'You cannot remove yourself. Another team member can remove you.',
  },
  'team.invitation_not_found': { status: 404, text: 'This invitation does not exist any more' },
  'team.invitations_full': {
    status: 409,
    text: 'There are 50 open invitations already. Withdraw some before you send more.',
  },

  'connection.name_too_short': { status: 400, text: 'Name must be at least 3 characters' },
  'connection.name_too_long': { status: 400, text: 'Name must be at most 100 characters' },
  'connection.acculynx_key_too_short': { status: 400, text: 'Please enter a valid Acculynx API key' },
  'connection.hubspot_token_too_short': {
    status: 400,
    text: 'Please enter a valid HubSpot Private Access Token',
  },
  'connection.acculynx_refused': {
    status: 400,
    text: 'AccuLynx does not accept this API key. Check that it is active under API keys in AccuLynx.',
  },
  'connection.hubspot_refused': {
    status: 400,
    text: 'HubSpot does not accept this token. Paste a service key or a private app token that is active.',
  },
  'connection.hubspot_scope_missing': {
    status: 400,
    text: 'The HubSpot token lacks permissions that the connection needs',
  },
  'connection.acculynx_unreachable': {
    status: 502,
    text: 'AccuLynx could not be reached. Nothing was saved; please try again in a moment.',
  },
  'connection.hubspot_unreachable': {
    status: 502,
    text: 'HubSpot could not be reached. Nothing was saved; please try again in a moment.',
  },
  'connection.checks_paused': {
    status: 429,
    text: 'Several keys were not accepted within a few minutes. Please check them in AccuLynx and HubSpot, and try again in a few minutes.',
  },
  'connection.not_found': { status: 404, text: 'This connection does not exist' },
  'connection.rename_too_short': {
    status: 400,
    text: 'Connection name must be at least 3 characters',
  },
  'connection.changed_meanwhile': {
    status: 409,
    text: 'Another user changed this connection while you were editing it. Nothing was saved; open it again to see what it is now.',
  },
  'connection.source_deleted': {
    status: 409,
    text: 'The connection that this is a copy of was deleted. Enter the API key and token again.',
  },
  'connection.other_acculynx_company': {
    status: 409,
    text: 'This API key is for a different AccuLynx location. Create a separate connection for it.',
  },
  'connection.other_hubspot_portal': {
    status: 409,
    text: 'This token is for a different HubSpot portal. Create a separate connection for it.',
  },
  'connection.pipeline_unknown': {
    status: 400,
    text: 'The HubSpot portal does not have this pipeline or stage any more. Please choose another one.',
  },
  'connection.event_processor_invalid': {
    status: 400,
    text: 'Please enter an https address that can be reached from the internet',
  },
  'connection.event_processor_unreachable': {
    status: 400,
    text: 'Nothing answers at this address. Check it, or leave the field empty.',
  },
  'connection.webhook_failed': {
    status: 502,
    text: 'The webhook could not be subscribed at AccuLynx. Nothing was saved; please try again in a moment.',
  },
  'connection.webhook_refused': {
    status: 400,
    text: 'AccuLynx does not accept the webhook. Nothing was saved; check the key and the address for events.',
  },
  'connection.no_webhook_address': {
    status: 409,
    text: 'This connection has no webhook address. Switch auto-sync on, without another event processor.',
  },
  'connection.auto_sync_off': {
    status: 409,
    text: 'Auto-sync of this connection is off, so that it needs no webhook. Switch it on to subscribe.',
  },
  'connection.already_synced': {
    status: 409,
    text: 'Another connection already copies this AccuLynx location to this HubSpot portal automatically. Nothing was saved; switch auto-sync off here, or use another portal.',
  },
  'connection.migrations_open': {
    status: 409,
    text: 'A migration of this connection is running or waiting. Deleting the connection cancels it; what was written to HubSpot stays.',
  },
  'properties.creation_failed': {
    status: 400,
    text: 'HubSpot property creation failed. Please check your HubSpot PAT and permissions.',
  },
  'properties.unsuitable': {
    status: 400,
    text: 'A HubSpot property that the connection needs exists with another type or without unique values',
  },

  ...migrationErrors,

  'run.not_claimable': { status: 409, text: 'The run is taken, finished or cancelled' },
  'run.lease_lost': { status: 409, text: 'The lease on this run has passed to another worker' },
  'run.batch_counted': { status: 409, text: 'This batch was executed and counted already' },
  'run.cancelled': { status: 409, text: 'The migration was cancelled' },
} as const satisfies Record<string, { status: number; text: string }>;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;

/** All codes. */
export const errorCodes = Object.keys(errorCatalogue) as readonly ErrorCode[];

/** Whether a text is a code of the catalogue (zod messages carry codes). */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCatalogue, text);
}

/** The text a person reads for a code. */
export function errorText(code: ErrorCode): string {
  return errorCatalogue[code].text;
}

/** The HTTP status of a code. */
export function errorStatus(code: ErrorCode): number {
  return errorCatalogue[code].status;
}
