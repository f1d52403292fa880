import type { SaveStep } from '@ridgeline/contracts';
import type { Logger } from '@ridgeline/kit';
import { eventEnvelope } from './envelope.ts';
import { outgoingEvent, type OutgoingEvent } from './event.ts';
import { topics } from './topics.ts';

/** A save that a form waits for. */
export interface SaveOperation {
  readonly companyId: string;
  /** The form's; without one no form listens. */
  readonly operationId: string | null | undefined;
}

/** Publishes a state of a step for the form that waits. Never throws and never waits. */
export type PublishStep = (operation: SaveOperation, step: SaveStep) => void;

/** What a publisher of steps works with. */
export interface SaveStepPublisherParts {
  readonly producer: { publish(events: readonly OutgoingEvent[]): Promise<void> };
  readonly logger: Logger;
}

/** While Kafka is slow, no more events than these wait for it; a save publishes some twenty. */
const maxInFlight = 500;

/**
 * Publishes steps beside the save: Kafka neither blocks nor fails it. A step that cannot be published is logged and
 * dropped, because the call's answer reports the outcome of the save anyway.
 */
export function saveStepPublisher({ producer, logger }: SaveStepPublisherParts): PublishStep {
  let inFlight = 0;
  return ({ companyId, operationId }, { step, state, text }) => {
    if (operationId === null || operationId === undefined) return;
    const dropped = (err: unknown): void =>
      logger.warn({ err, companyId, operationId, step, state }, 'Failed to publish a step of a save');
    if (inFlight >= maxInFlight) {
      dropped(new Error('Too many events wait for Kafka'));
      return;
    }
    inFlight += 1;
    const event = outgoingEvent(topics.saveStep, {
      key: companyId,
      value: { companyId, operationId, step, state, text: text ?? '' },
      envelope: eventEnvelope(companyId),
    });
    void producer
      .publish([event])
      .catch(dropped)
      .finally(() => {
        inFlight -= 1;
      });
  };
}
