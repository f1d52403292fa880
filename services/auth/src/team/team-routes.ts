import { getTeam, withdrawInvitation } from '@ridgeline/contracts';
import { readInvitation, sendInvitation } from '@ridgeline/contracts/internal';
import { bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import { bindForGateway } from '../http/bind-for-gateway.ts';
import type { TeamService } from './team-service.ts';

/** One's team for people, whose company is always the caller's own; for the gateway, which throttles, what sends mails or opens their links. */
export function bindTeamRoutes(router: Router, team: TeamService): void {
  bindForUser(router, getTeam, ({ user }) => team.list(user));
  bindForUser(router, withdrawInvitation, async ({ user, params, req }) => {
    await team.withdraw(user, params.id, clientOrigin(req.headers));
    return {};
  });
  bindForGateway(router, sendInvitation, ({ body: { email, ...inviter }, ...call }) =>
    team.invite(inviter, { email }, call),
  );
  bindForGateway(router, readInvitation, ({ body }) => team.open(body.token));
}
