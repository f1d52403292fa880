import { errorText, type SaveStepState } from '@ridgeline/contracts';
import { outgoingEvent, topics } from '@ridgeline/events';
import { eventEnvelope, type EventProducer } from '@ridgeline/kafka';
import { AppError, type Logger } from '@ridgeline/kit';

/** A save whose steps are told; without an operation nobody listens. */
interface SaveOperation {
  readonly companyId: string;
  readonly operationId: string | undefined;
}

/**
 * Does the last step of a save and tells how far it is: the work subscribes and then stores everything, and only when that
 * is done the step is told complete. Whoever hears that may believe that the connection is saved.
 */
export type WebhookStep = <T extends { readonly text: string }>(
  operation: SaveOperation,
  work: () => Promise<T>,
) => Promise<T>;

/** Tells by Kafka. A step that cannot be told does not stop the save: whoever saves has its answer. */
export function webhookStep({
  producer,
  logger,
}: {
  readonly producer: EventProducer;
  readonly logger: Logger;
}): WebhookStep {
  const tell = async (
    { companyId, operationId }: SaveOperation,
    state: SaveStepState,
    text: string,
  ): Promise<void> => {
    if (operationId === undefined) return;
    const event = outgoingEvent(topics.saveStep, {
      key: companyId,
      value: { companyId, operationId, step: 'webhook', state, text },
      envelope: eventEnvelope(companyId),
    });
    await producer.publish([event]).catch((error: unknown) => {
      logger.warn({ err: error, operationId, state }, 'A step of a save could not be told');
    });
  };

  return async (operation, work) => {
    await tell(operation, 'in-progress', '');
    try {
      const done = await work();
      await tell(operation, 'complete', done.text);
      return done;
    } catch (error) {
      await tell(operation, 'error', error instanceof AppError ? error.text : errorText('server.failed'));
      throw error;
    }
  };
}
