import { getUser, updateProfile, usersByIds } from '@ridgeline/contracts';
import { createAccount, endSessions, noteSignOut, verifySignIn } from '@ridgeline/contracts/internal';
import { bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import { bindForGateway } from '../http/bind-for-gateway.ts';
import type { ProfileService } from './profile-service.ts';
import type { RegistrationService } from './registration-service.ts';
import type { SignInService } from './sign-in-service.ts';

/** The use cases behind the routes. */
export interface AccountServices {
  readonly signIns: SignInService;
  readonly registrations: RegistrationService;
  readonly profiles: ProfileService;
}

/** The signed-in user for people; sign-in, registration and the end of sessions for the gateway. */
export function bindAccountRoutes(
  router: Router,
  { signIns, registrations, profiles }: AccountServices,
): void {
  bindForUser(router, getUser, ({ user }) => profiles.current(user));
  bindForUser(router, updateProfile, ({ user, body, req }) =>
    profiles.change(user, body, clientOrigin(req.headers)),
  );
  bindForUser(router, usersByIds, ({ user, query }) => profiles.people(user, query.ids));

  bindForGateway(router, verifySignIn, ({ body, origin }) => signIns.signIn(body, origin));
  bindForGateway(router, createAccount, ({ body, origin }) => registrations.register(body, origin));
  bindForGateway(router, noteSignOut, async ({ body, origin }) => {
    await signIns.noteSignOut(body.userId, origin);
    return {};
  });
  bindForGateway(router, endSessions, async ({ body, origin }) => {
    await signIns.endSessions(body.userId, origin);
    return {};
  });
}
