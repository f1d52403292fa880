import type { AnswerOf, Endpoint } from '@ridgeline/contracts';
import { AppError, bindForService, clientOrigin, type ClientOrigin, type Router } from '@ridgeline/kit';

/** A call that the gateway makes on behalf of a user. */
export interface GatewayCall<Body> {
  readonly body: Body;
  /** The user's origin, as the gateway saw it. */
  readonly origin: ClientOrigin;
  /** The idempotency key of a creating call; null without one. */
  readonly idempotencyKey: string | null;
}

/**
 * Binds an internal call that starts or ends a session: the gateway alone manages sessions, so only the gateway may call it.
 */
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
