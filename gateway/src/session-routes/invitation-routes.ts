import { inviteColleague, openInvitation } from '@ridgeline/contracts';
import { readInvitation, sendInvitation } from '@ridgeline/contracts/internal';
import { bindForUser, bindPublic } from '@ridgeline/kit';
import type { Router } from 'express';
import { claimKey } from '../idempotency/claim-key.ts';
import { networkOf, onBehalfOf, type SessionRouteParts } from './session-parts.ts';

/** `POST /api/team/invitations`, which sends a mail to a stranger, and `/api/invitations/open`. */
export function bindInvitationRoutes(
  router: Router,
  { auth, throttles, keys }: Pick<SessionRouteParts, 'auth' | 'throttles' | 'keys'>,
): void {
  bindForUser(router, inviteColleague, async ({ body: { email }, user, req, res, idempotencyKey }) => {
    await claimKey({ req, res }, inviteColleague, keys);
    const { userId, companyId } = user;
    const network = networkOf(req);
    const send = () =>
      auth(
        sendInvitation,
        { body: { userId, companyId, email } },
        { ...onBehalfOf(req), ...(idempotencyKey === null ? {} : { idempotencyKey }) },
      );
    return throttles.inviters.attempt({ network, account: String(userId) }, () =>
      throttles.mailboxesOfCompany.attempt({ network, account: `${companyId} ${email}` }, () =>
        throttles.invitedMailboxes.attempt({ network, account: email }, () =>
          throttles.emailsFoundTaken.attempt({ network }, send),
        ),
      ),
    );
  });

  bindPublic(router, openInvitation, ({ body, req }) =>
    throttles.openedInvitations.attempt({ network: networkOf(req) }, () =>
      auth(readInvitation, { body }, onBehalfOf(req)),
    ),
  );
}
