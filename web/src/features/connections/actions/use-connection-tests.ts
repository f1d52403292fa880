import { testConnection, type Connection } from '@ridgeline/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCommand, wait } from '../../../api/command.ts';
import { useConnectionChanges } from '../use-connections.ts';
import { testConnections, type TestState } from './test-connections.ts';

type States = ReadonlyMap<number, TestState>;

/** Tests the connections immediately, and again when `round` changes; returns each test's progress. */
export function useConnectionTests(connections: readonly Connection[], round: number): States {
  const test = useCommand(testConnection);
  const { changed } = useConnectionChanges();
  const [told, setTold] = useState<{ round: number; states: States }>({ round, states: new Map() });

  const begin = useEffectEvent((signal: AbortSignal) => {
    void testConnections({
      connections,
      signal,
      wait,
      test: async (id) => {
        const answer = await test({ params: { id: String(id) } });
        changed(answer.connection);
        return answer;
      },
      onState: (id, state) => {
        if (signal.aborted) return;
        setTold((now) => ({
          round,
          states: new Map(now.round === round ? now.states : []).set(id, state),
        }));
      },
    });
  });
  useEffect(() => {
    const abort = new AbortController();
    begin(abort.signal);
    return () => {
      abort.abort();
    };
  }, [round]);
  return told.states;
}
