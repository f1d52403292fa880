import { checkCredentials } from '@ridgeline/contracts/internal';
import { bindForService, type Router } from '@ridgeline/kit';
import type { CredentialChecker } from './credential-check-service.ts';

/** `POST /internal/credential-checks`: asked by connection before it stores anything. */
export function credentialCheckRoutes(router: Router, check: CredentialChecker): void {
  bindForService(router, checkCredentials, ({ body }) => check(body));
}
