import { endSessions, noteSignOut, verifySignIn } from '@ridgeline/contracts/internal';
import type { Router } from '@ridgeline/kit';
import { bindForGateway } from '../http/bind-for-gateway.ts';
import type { SignInService } from './sign-in-service.ts';

/** Sign-in and the end of sessions, for the gateway that holds them. */
export function bindSignInRoutes(router: Router, signIns: SignInService): void {
  bindForGateway(router, verifySignIn, ({ body, origin }) => signIns.signIn(body, origin));
  bindForGateway(router, noteSignOut, async ({ body, origin }) => {
    await signIns.noteSignOut(body.userId, origin);
    return {};
  });
  bindForGateway(router, endSessions, async ({ body, origin }) => {
    await signIns.endSessions(body.userId, origin);
    return {};
  });
}
