import { getUser } from '@ridgeline/contracts';
import { createAccount, verifySignIn } from '@ridgeline/contracts/internal';
import { AppError, bindForService, bindForUser } from '@ridgeline/kit';
import type { Router } from 'express';
import type { AccountService } from './account-service.ts';

/** Only the gateway makes sessions, so only the gateway may ask for what leads to one. */
function requireGateway(service: string): void {
  if (service !== 'gateway') throw new AppError('session.forbidden');
}

/** The signed-in user for people; sign-in and registration for the gateway. */
export function bindAccountRoutes(router: Router, accounts: AccountService): void {
  bindForUser(router, getUser, ({ user }) => accounts.current(user));
  bindForService(router, verifySignIn, ({ service, body }) => {
    requireGateway(service);
    return accounts.signIn(body).then((user) => ({ user, sessionEpoch: 1 }));
  });
  bindForService(router, createAccount, ({ service, body }) => {
    requireGateway(service);
    return accounts.register(body).then((user) => ({ user, sessionEpoch: 1 }));
  });
}
