import {
  changePassword,
  confirmAccessRevoked,
  inviteColleague,
  login,
  openInvitation,
  register,
  resetPassword,
} from '@ridgeline/contracts';
import { noteRevocationRead, readInvitation, sendInvitation } from '@ridgeline/contracts/internal';
import { bindForUser, bindPublic } from '@ridgeline/kit';
import { requireJson } from '@ridgeline/kit/service';
import express, { type Router } from 'express';
import { sessionEndpoints } from '../gateway-endpoints.ts';
import { claimKey } from '../idempotency/idempotency-key-registry.ts';
import { bindPasswordRoutes } from './password-routes.ts';
import { networkOf, onBehalfOf, type SessionRouteParts } from './session-parts.ts';
import { bindSignInRoutes } from './sign-in-routes.ts';

/** `POST /api/team/invitations`, which sends an email to any address, and `/api/invitations/open`. */
function bindInvitationRoutes(
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

/** Refuses a flood of password-hashing calls before reading any of them. */
function refuseBeyondRoom(router: Router, { hashingLimiters }: SessionRouteParts): void {
  const hashing = [
    [login, hashingLimiters.signIns],
    [register, hashingLimiters.registrations],
    [resetPassword, hashingLimiters.resets],
    [changePassword, hashingLimiters.passwordChanges],
  ] as const;
  for (const [{ path }, room] of hashing)
    router.post(path, (req, _res, next) => {
      room.requireRoom(networkOf(req));
      next();
    });
}

/**
 * The calls that create, change or end sessions, and those that anyone may make: the gateway answers them with the auth
 * service's help, and throttles them. Only their bodies are parsed here; all other bodies are forwarded unparsed.
 */
export function bindSessionRoutes(router: Router, parts: SessionRouteParts): void {
  const { sessions, auth, throttles } = parts;
  refuseBeyondRoom(router, parts);
  const readBody = [requireJson, express.json({ limit: '100kb' })];
  // Exact paths: a longer path may belong to a service, which receives the body unparsed.
  router.all([...sessionEndpoints], sessions.middleware, readBody);
  bindSignInRoutes(router, parts);
  bindPasswordRoutes(router, parts);
  bindInvitationRoutes(router, parts);

  bindForUser(router, confirmAccessRevoked, ({ user: { userId }, req }) =>
    throttles.confirmations.attempt({ network: networkOf(req), account: String(userId) }, () =>
      auth(noteRevocationRead, { body: { userId } }, onBehalfOf(req)),
    ),
  );
}
