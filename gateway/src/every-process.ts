import type { Topic } from '@ridgeline/events';
import type { EventHandler, Kafka, Subscription } from '@ridgeline/kafka';
import { newId } from '@ridgeline/kit';

/** What every gateway process consumes. */
export interface EveryProcessOptions<Schema extends Topic['schema']> {
  readonly topic: Topic<Schema>;
  /** The prefix of the group's name, and the consumer's name in metrics. */
  readonly name: string;
  readonly handler: EventHandler<Schema>;
  /** The consumer ended permanently: the process must not continue as if it received everything. */
  readonly onFailure: (reason: unknown) => void;
}

/** Starts one consumer per process, in its own group, so that every process receives every event from now on. */
export async function subscribeEveryProcess<Schema extends Topic['schema']>(
  kafka: Kafka,
  { topic, name, handler, onFailure }: EveryProcessOptions<Schema>,
): Promise<Subscription> {
  await kafka.ensureTopics([topic]);
  const group = `${name}-${newId()}`;
  return kafka.subscribe({ topic, group, countedAs: name, fromBeginning: false, handler, onFailure });
}
