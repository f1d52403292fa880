import type { SaveStep } from '@ridgeline/contracts';
import { outgoingEvent, topics } from '@ridgeline/events';
import type { Logger } from '@ridgeline/kit';
import { eventEnvelope } from '../messages/event-envelope.ts';
import type { EventProducer } from '../producer/event-producer.ts';

/** A save that a form waits for. */
export interface SaveOperation {
  readonly companyId: string;
  /** The form's; without one nobody listens. */
  readonly operationId: string | null | undefined;
}

/** Tells a state of a step to the form that waits. Never throws and takes no time. */
export type TellStep = (operation: SaveOperation, step: SaveStep) => void;

/** While Kafka is slow, no more events than these wait for it; a save tells some twenty. */
const mostUnderWay = 500;

/**
 * Tells steps on the topic, beside the save: it is neither held up nor failed by Kafka. What cannot be told is logged and
 * dropped, because the answer of the call tells how the save ended all the same.
 */
export function saveStepTeller({
  producer,
  logger,
}: {
  readonly producer: EventProducer;
  readonly logger: Logger;
}): TellStep {
  let underWay = 0;
  return ({ companyId, operationId }, { step, state, text }) => {
    if (operationId === null || operationId === undefined) return;
    const untold = (err: unknown): void =>
      logger.warn({ err, companyId, operationId, step, state }, 'A step of a save could not be told');
    if (underWay >= mostUnderWay) {
      untold(new Error('Too many events wait for Kafka'));
      return;
    }
    underWay += 1;
    const event = outgoingEvent(topics.saveStep, {
      key: companyId,
      value: { companyId, operationId, step, state, text: text ?? '' },
      envelope: eventEnvelope(companyId),
    });
    void producer
      .publish([event])
      .catch(untold)
      .finally(() => {
        underWay -= 1;
      });
  };
}
