import { createContext } from 'react';
import { failureOf } from './error-policy.ts';

/** What calls tell the session: that it ended, or that the server cannot be reached. */
type SessionSignal = 'session-ended' | 'unreachable';

/** Carries signals from wherever a call fails to the one place that acts on them. */
export interface SessionSignals {
  /** Reports a failed call; most failures are no signal and are ignored. */
  readonly report: (error: unknown) => void;
  /** Returns the function that ends the subscription. */
  readonly subscribe: (listener: (signal: SessionSignal) => void) => () => void;
}

export function createSessionSignals(): SessionSignals {
  const listeners = new Set<(signal: SessionSignal) => void>();
  return {
    report(error) {
      const failure = failureOf(error);
      if (failure !== 'session-ended' && failure !== 'unreachable') return;
      for (const listener of listeners) listener(failure);
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
