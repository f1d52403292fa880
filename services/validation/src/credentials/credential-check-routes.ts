import { checkCredentials } from '@ridgeline/contracts/internal';
import { bindForService, type ServiceAppOptions } from '@ridgeline/kit';
import type { CredentialChecker } from './credential-check-service.ts';

type Router = Parameters<ServiceAppOptions['routes']>[0];

/** `POST /internal/credential-checks`: asked by connection before it stores anything. */
export function credentialCheckRoutes(router: Router, check: CredentialChecker): void {
  bindForService(router, checkCredentials, ({ body }) => check(body));
}
