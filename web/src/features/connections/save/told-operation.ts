import { getSaveOperation, savedStepEventSchema, type SaveStep } from '@ridgeline/contracts';
import { useRef } from 'react';
import { api } from '../../../api/client.ts';
import { useLiveEvent, useLiveGap } from '../../live/use-live-event.ts';

type Told = (steps: readonly SaveStep[]) => void;

/** The steps of a save as told so far; none when nobody can be asked. */
export async function askSteps(operationId: string): Promise<readonly SaveStep[]> {
  const answer = await api(getSaveOperation, { params: { operationId } }).catch(() => null);
  return answer?.steps ?? [];
}

/** Hears the steps of the save that is watched, from the event stream, and after a gap from the server's own notes. */
export function useToldSteps(told: Told): (operationId: string | null) => void {
  const watched = useRef<string | null>(null);
  useLiveEvent('connection-operation', savedStepEventSchema, ({ operationId, ...step }) => {
    if (operationId === watched.current) told([step]);
  });
  useLiveGap(() => {
    const asked = watched.current;
    if (asked === null) return;
    void askSteps(asked).then((steps) => {
      if (watched.current === asked) told(steps);
    });
  });
  return (operationId) => {
    watched.current = operationId;
  };
}
