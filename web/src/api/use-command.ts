import type { Endpoint } from '@ridgeline/contracts';
import { use, useMemo } from 'react';
import { api } from './client.ts';
import { createCommand, wait, type Command } from './command.ts';
import { SessionSignalsContext } from './session-signals.ts';

/** A changing call for a component. It throws like the client; an ended session is reported on the way. */
export function useCommand<E extends Endpoint>(endpoint: E): Command<E> {
  const signals = use(SessionSignalsContext);
  return useMemo(() => {
    const command = createCommand({ api, endpoint, newKey: () => crypto.randomUUID(), wait });
    return async (input) => {
      try {
        return await command(input);
      } catch (error) {
        signals.report(error, true);
        throw error;
      }
    };
  }, [endpoint, signals]);
}
