import { completePasswordReset, requestPasswordReset } from '@ridgeline/contracts/internal';
import type { Router } from '@ridgeline/kit';
import { bindForGateway } from '../http/bind-for-gateway.ts';
import type { ResetService } from './reset-service.ts';

/** Asking for a reset link and using it; the gateway throttles both. */
export function bindResetRoutes(router: Router, resets: ResetService): void {
  bindForGateway(router, requestPasswordReset, async ({ body, origin }) => {
    await resets.request(body.email, origin);
    return {};
  });
  bindForGateway(router, completePasswordReset, ({ body, origin }) => resets.complete(body, origin));
}
