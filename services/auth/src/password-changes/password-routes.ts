import { getPasswordKey } from '@ridgeline/contracts';
import { changeOwnPassword } from '@ridgeline/contracts/internal';
import { bindPublic, type Router } from '@ridgeline/kit';
import { bindForGateway } from '../http/bind-for-gateway.ts';
import type { PasswordChangeService } from './password-change-service.ts';
import type { PasswordKey } from '../passwords/password-key.ts';

/** The public key of passwords for everybody; the change of one's own password for the gateway. */
export function bindPasswordRoutes(
  router: Router,
  { passwordKey, changes }: { passwordKey: PasswordKey; changes: PasswordChangeService },
): void {
  bindPublic(router, getPasswordKey, () => passwordKey.publicKey);
  bindForGateway(router, changeOwnPassword, ({ body, origin }) => changes.change(body, origin));
}
