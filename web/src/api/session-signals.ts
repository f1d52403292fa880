import { createContext } from 'react';
import { denialOf, failureOf } from './error-policy.ts';

/** What calls report to the session: that it ended, that access was denied, or that the server is unreachable. */
export type SessionSignal =
  | { readonly type: 'session-ended' }
  /** `awaited`: a user waits for the answer, not only the page. */
  | { readonly type: 'unreachable'; readonly awaited: boolean }
  | { readonly type: 'access-denied'; readonly contact: string | null };

/** Carries signals from all places where calls fail to the one place that acts on them. */
export interface SessionSignals {
  /** Reports a failed call; most failures are not signals and are ignored. `awaited`: a user waits for the answer. */
  readonly report: (error: unknown, awaited?: boolean) => void;
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: (signal: SessionSignal) => void) => () => void;
}

function signalOf(error: unknown, awaited: boolean): SessionSignal | null {
  const denial = denialOf(error);
  if (denial) return { type: 'access-denied', contact: denial.contact };
  const failure = failureOf(error);
  if (failure === 'session-ended') return { type: failure };
  return failure === 'unreachable' ? { type: failure, awaited } : null;
}

export function createSessionSignals(): SessionSignals {
  const listeners = new Set<(signal: SessionSignal) => void>();
  return {
    report(error, awaited = false) {
      const signal = signalOf(error, awaited);
      if (!signal) return;
      for (const listener of listeners) listener(signal);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export const SessionSignalsContext = createContext<SessionSignals>(createSessionSignals());

/** Whether an overlay over the page tells that the session has ended, or that the network is gone. */
export const OverlayContext = createContext(false);

/** Whether the overlay reports this error and also removes the page, so that the page need not repeat it. */
export function overlayEndsPage(error: unknown): boolean {
  return failureOf(error) === 'session-ended';
}

/**
 * Whether the overlay reports this error, so that no toast need repeat it. Once the network is back, the page must still
 * say what it missed.
 */
export function isToldByOverlay(error: unknown): boolean {
  return overlayEndsPage(error) || failureOf(error) === 'unreachable';
}
