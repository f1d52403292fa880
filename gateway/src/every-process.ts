import type { Topic } from '@ridgeline/events';
import type { EventHandler, Kafka, Subscription } from '@ridgeline/kafka';
import { newId } from '@ridgeline/kit';

/** What every gateway process consumes. */
export interface EveryProcessOptions<Schema extends Topic['schema']> {
  readonly topic: Topic<Schema>;
  /** Begins the group's name, and stands for it in metrics. */
  readonly name: string;
  readonly handler: EventHandler<Schema>;
  /** The consumer ended permanently: the process must not continue as if it received everything. */
  readonly onFailure: (reason: unknown) => void;
}

/** One consumer per process, in a group of its own, so that every process sees every event; from now on only. */
export async function subscribeEveryProcess<Schema extends Topic['schema']>(
  kafka: Kafka,
  { topic, name, handler, onFailure }: EveryProcessOptions<Schema>,
): Promise<Subscription> {
  await kafka.ensureTopics([topic]);
  const group = `${name}-${newId()}`;
  return kafka.subscribe({ topic, group, countedAs: name, fromBeginning: false, handler, onFailure });
}
