import { getPasswordKey } from '@ridgeline/contracts';
import { bindPublic } from '@ridgeline/kit';
import type { Router } from 'express';
import type { PasswordKey } from './password-key.ts';

/** `GET /api/auth/password-key`. */
export function bindPasswordKeyRoute(router: Router, passwordKey: PasswordKey): void {
  bindPublic(router, getPasswordKey, () => passwordKey.publicKey);
}
