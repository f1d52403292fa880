import { createAccount } from '@ridgeline/contracts/internal';
import type { Router } from '@ridgeline/kit';
import { bindForGateway } from '../http/bind-for-gateway.ts';
import type { RegistrationService } from './registration-service.ts';

/** Registration, which the gateway throttles and turns into a session. */
export function bindRegistrationRoutes(router: Router, registrations: RegistrationService): void {
  bindForGateway(router, createAccount, ({ body, origin }) => registrations.register(body, origin));
}
