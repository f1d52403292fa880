import { createContext } from 'react';
import { failureOf } from './error-policy.ts';

/** Whether an overlay over the page tells that the session has ended, or that the network is gone. */
export const OverlayContext = createContext(false);

/** What such an overlay tells and what takes the page away: nothing on the page need repeat it. */
export function overlayEndsPage(error: unknown): boolean {
  return failureOf(error) === 'session-ended';
}

/** What such an overlay tells: no toast need repeat it. When the network is back, the page must still say what it missed. */
export function isToldByOverlay(error: unknown): boolean {
  return overlayEndsPage(error) || failureOf(error) === 'unreachable';
}
