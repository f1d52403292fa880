import { sentEventLimits, takeSentEvents } from '@ridgeline/contracts/internal';
import { AppError, bindForService, type Router } from '@ridgeline/kit';
import type { Intake } from './intake.ts';

/** A byte of a body takes up to six bytes in JSON, and the last body of a call may exceed the call's own limit. */
export const hookBodyLimits = { [takeSentEvents.path]: `${(sentEventLimits.bytes * 2 * 6) / 1_024}kb` };

/** Takes deliveries from the gateway, and from no other caller. */
export function bindHookRoutes(router: Router, intake: Intake): void {
  bindForService(router, takeSentEvents, async ({ service, body }) => {
    if (service !== 'gateway') throw new AppError('session.forbidden', { details: { service } });
    return { results: await intake.receive(body.events) };
  });
}
