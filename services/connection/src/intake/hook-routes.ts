import { AppError, callerOf, type Router } from '@ridgeline/kit';
import { rawBody, wholeBody } from '@ridgeline/kit/service';
import type { Intake } from './intake.ts';

const none = Buffer.alloc(0);

/** Takes deliveries from the gateway, and from no other caller. */
export function bindHookRoutes(router: Router, intake: Intake): void {
  router.post('/hooks/acculynx/:token', rawBody('256kb'), async (req, res) => {
    const caller = callerOf(req);
    if (caller.kind === 'late') throw new AppError('server.unavailable');
    if (caller.kind !== 'service') throw new AppError('session.missing');
    if (caller.service !== 'gateway') throw new AppError('session.forbidden');
    if (!(await intake.receive(String(req.params['token']), wholeBody(req) ?? none)))
      throw new AppError('request.not_found');
    res.status(204).end();
  });
}
