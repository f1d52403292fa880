import { topics } from '@ridgeline/events';
import { withLogContext } from '@ridgeline/kit';
import type { Kafka, Subscription, HandlerResult } from '@ridgeline/kafka';
import { refusalConsumer, type Refusal } from './refusal-service.ts';

/** Consumes workers' reports that a vendor refused a connection's credential. */
export function consumeRefusals(
  kafka: Kafka,
  checkAgain: (refusal: Refusal) => Promise<HandlerResult>,
): Promise<Subscription> {
  return kafka.subscribe({
    topic: topics.connectionRefusal,
    group: refusalConsumer,
    handler: ({ value: { companyId, connectionId }, envelope }) => {
      const refusal = { companyId, connectionId, eventId: envelope.id };
      return withLogContext({ companyId, connectionId }, () => checkAgain(refusal));
    },
  });
}
