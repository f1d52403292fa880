import type { Session } from '../features/session/session-context.ts';
import { aUser } from './a-user.ts';

/** The session of a signed-in user, for components rendered in isolation, with the given differences. */
export const aSession = (difference: Partial<Session> = {}): Session => ({
  phase: 'signed-in',
  user: aUser({ companyId: 'co_one' }),
  ended: false,
  revoked: null,
  unreachable: false,
  error: null,
  retry: () => undefined,
  signedIn: () => Promise.resolve(),
  left: null,
  leave: () => Promise.resolve(),
  tellTabs: () => undefined,
  ...difference,
});
