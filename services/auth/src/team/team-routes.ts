import { getTeam, inviteColleague, withdrawInvitation } from '@ridgeline/contracts';
import { readInvitation } from '@ridgeline/contracts/internal';
import { bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import { bindForGateway } from '../http/bind-for-gateway.ts';
import type { TeamService } from './team-service.ts';

/** One's team for people; what an invitation's link opens for the gateway. The company is always the caller's own. */
export function bindTeamRoutes(router: Router, team: TeamService): void {
  bindForUser(router, getTeam, ({ user }) => team.list(user));
  bindForUser(router, inviteColleague, ({ user, body, req, idempotencyKey }) =>
    team.invite(user, body, { origin: clientOrigin(req.headers), idempotencyKey }),
  );
  bindForUser(router, withdrawInvitation, async ({ user, params, req }) => {
    await team.withdraw(user, params.id, clientOrigin(req.headers));
    return {};
  });
  bindForGateway(router, readInvitation, ({ body }) => team.open(body.token));
}
