import { createContext } from 'react';
import { failureOf } from './error-policy.ts';

/** Whether an overlay over the page tells that the session or its rights have ended, or that the network is gone. */
export const OverlayContext = createContext(false);

/** What such an overlay tells: where there is one, nothing else on the page need repeat it. */
export function isToldByOverlay(error: unknown): boolean {
  const failure = failureOf(error);
  return failure === 'session-ended' || failure === 'access-revoked' || failure === 'unreachable';
}
