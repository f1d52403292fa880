import { sendVerificationMail, verifyEmail } from '@ridgeline/contracts';
import { bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import type { VerificationService } from './verification-service.ts';

/** Verifying one's own e-mail, and having the link sent again. */
export function bindVerificationRoutes(router: Router, verifications: VerificationService): void {
  bindForUser(router, sendVerificationMail, async ({ user }) => {
    await verifications.sendAgain(user);
    return { message: 'We have sent you a link to verify your email address.' };
  });
  bindForUser(router, verifyEmail, ({ user, body, req }) =>
    verifications.verify(user, body, clientOrigin(req.headers)),
  );
}
