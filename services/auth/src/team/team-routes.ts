import {
  acceptInvitation,
  getTeam,
  openOwnInvitation,
  removeMember,
  withdrawInvitation,
} from '@ridgeline/contracts';
import { readInvitation, sendInvitation } from '@ridgeline/contracts/internal';
import { bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import { bindForGateway } from '../bind-for-gateway.ts';
import type { JoiningService } from './joining-service.ts';
import type { RemoveMember } from './removal-service.ts';
import type { TeamService } from './team-service.ts';

/**
 * The team of the signed-in user's own company. Calls that send emails or open emailed links are bound for the gateway, which
 * throttles them.
 */
export function bindTeamRoutes(
  router: Router,
  { team, joining, remove }: { team: TeamService; joining: JoiningService; remove: RemoveMember },
): void {
  bindForUser(router, getTeam, ({ user }) => team.list(user));
  bindForUser(router, withdrawInvitation, async ({ user, params, req }) => {
    await team.withdraw(user, params.id, clientOrigin(req.headers));
    return {};
  });
  bindForUser(router, openOwnInvitation, ({ user, body }) => joining.open(user, body.token));
  bindForUser(router, acceptInvitation, ({ user, body, req }) =>
    joining.accept({ user, origin: clientOrigin(req.headers) }, body.token),
  );
  bindForUser(router, removeMember, async ({ user, params, req }) => {
    await remove({ user, origin: clientOrigin(req.headers) }, params.id);
    return {};
  });
  bindForGateway(router, sendInvitation, ({ body: { email, ...inviter }, ...call }) =>
    team.invite(inviter, { email }, call),
  );
  bindForGateway(router, readInvitation, ({ body }) => team.open(body.token));
}
