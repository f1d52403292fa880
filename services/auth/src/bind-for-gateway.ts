import type { AnswerOf, Endpoint } from '@ridgeline/contracts';
import { AppError, bindForService, clientOrigin, type ClientOrigin, type Router } from '@ridgeline/kit';

/** A call that the gateway makes for a person. */
export interface GatewayCall<Body> {
  readonly body: Body;
  /** Where the person is, as the gateway saw it. */
  readonly origin: ClientOrigin;
  /** With which key a person's creating call came; null without one. */
  readonly idempotencyKey: string | null;
}

/** Binds an internal call that leads to a session or ends one: only the gateway makes sessions, so only it may ask. */
export function bindForGateway<E extends Endpoint>(
  router: Router,
  endpoint: E,
  handler: (call: GatewayCall<E['body']['_zod']['output']>) => Promise<AnswerOf<E>>,
): void {
  bindForService(router, endpoint, ({ service, body, req, idempotencyKey }) => {
    if (service !== 'gateway') throw new AppError('session.forbidden');
    return handler({ body, origin: clientOrigin(req.headers), idempotencyKey });
  });
}
