import { savedStepEventSchema } from '@ridgeline/contracts';
import { topics } from '@ridgeline/events';
import type { EventHandler, Kafka, Subscription } from '@ridgeline/kafka';
import { subscribeEveryProcess } from '../every-process.ts';
import type { LiveHub } from '../live/live-hub.ts';
import type { SaveOperationStore } from './save-operation-store.ts';

/** What the consumer of a save's steps needs. */
export interface SaveStepParts {
  readonly kafka: Kafka;
  readonly hub: Pick<LiveHub, 'tell'>;
  readonly store: Pick<SaveOperationStore, 'put'>;
  /** The consumer ended permanently: the process must not keep serving streams that stay silent. */
  readonly onFailure: (reason: unknown) => void;
}

/** First the store, then the streams: a page that receives a step and then requests all of them finds it there. */
function handleSaveSteps({
  hub,
  store,
}: Pick<SaveStepParts, 'hub' | 'store'>): EventHandler<typeof topics.saveStep.schema> {
  return async ({ value, envelope }) => {
    const { companyId, operationId, step, state, text } = value;
    const told = savedStepEventSchema.safeParse({
      operationId,
      step,
      state,
      text: text === '' ? null : text,
    });
    if (!told.success) return { verdict: 'dead', kind: 'value', reason: 'It is no step of a save' };
    await store.put({ companyId, operationId }, { ...told.data, at: envelope.time });
    hub.tell(companyId, 'connection-operation', told.data);
    return { verdict: 'done' };
  };
}

/** Every process tells every step to its own readers. */
export function startSaveStepConsumer(parts: SaveStepParts): Promise<Subscription> {
  return subscribeEveryProcess(parts.kafka, {
    topic: topics.saveStep,
    name: 'gateway-save-steps',
    handler: handleSaveSteps(parts),
    onFailure: parts.onFailure,
  });
}
