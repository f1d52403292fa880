import { ApiError, openInvitation, openOwnInvitation, type AnswerOf } from '@ridgeline/contracts';
import useSWR from 'swr';
import { api } from '../../api/client.ts';

type OpenedInvitation = AnswerOf<typeof openInvitation>;

/** What is known of an invitation so far. */
export type InvitationState =
  | { readonly kind: 'none' | 'opening' }
  | { readonly kind: 'open'; readonly token: string; readonly invitation: OpenedInvitation }
  /** Accepted, withdrawn, too old, or never sent. */
  | { readonly kind: 'over'; readonly text: string }
  /** The invited person already has an account. */
  | { readonly kind: 'account-exists'; readonly text: string }
  /** It could not be loaded but may be valid. */
  | { readonly kind: 'unread'; readonly error: unknown; readonly retry: () => void };

/** Loads who sent the invitation and what it is for. */
export function useInvitation(token: string | null): InvitationState {
  const { data, error, mutate } = useSWR<OpenedInvitation, unknown>(
    token === null ? null : ['invitation', token],
    () => api(openInvitation, { body: { token: token ?? '' } }),
  );
  if (token === null) return { kind: 'none' };
  if (data) return { kind: 'open', token, invitation: data };
  if (!error) return { kind: 'opening' };
  if (error instanceof ApiError && error.code === 'team.invitation_invalid')
    return { kind: 'over', text: error.message };
  if (error instanceof ApiError && error.code === 'team.account_exists')
    return { kind: 'account-exists', text: error.message };
  return { kind: 'unread', error, retry: () => void mutate() };
}

/** What an invitation is to a signed-in user. */
export type OwnInvitationState =
  | { readonly kind: 'opening' }
  /** It was sent to the email that the user is signed in with. */
  | { readonly kind: 'own'; readonly invitation: AnswerOf<typeof openOwnInvitation> }
  | { readonly kind: 'not-own' }
  | { readonly kind: 'over' | 'account-exists'; readonly text: string }
  | { readonly kind: 'unread'; readonly error: unknown; readonly retry: () => void };

/** Checks whether an invitation is for the signed-in user. */
export function useOwnInvitation(token: string): OwnInvitationState {
  const { data, error, mutate } = useSWR<AnswerOf<typeof openOwnInvitation>, unknown>(
    ['own-invitation', token],
    () => api(openOwnInvitation, { body: { token } }),
  );
  if (data) return { kind: 'own', invitation: data };
  if (!error) return { kind: 'opening' };
  if (error instanceof ApiError && error.code === 'team.invitation_other_account') return { kind: 'not-own' };
  if (error instanceof ApiError && error.code === 'team.invitation_invalid')
    return { kind: 'over', text: error.message };
  if (error instanceof ApiError && error.code === 'team.already_member')
    return { kind: 'account-exists', text: error.message };
  return { kind: 'unread', error, retry: () => void mutate() };
}
