import type { DescMessage } from '@bufbuild/protobuf';
import { unavailable } from '../client/unavailable.ts';
import type { KafkaMetrics } from '../metrics.ts';
import { batchRunner } from './batch-runner.ts';
import { ConsumerReports } from './consumer-reports.ts';
import { heartbeatMs } from './group-member.ts';
import { MessageHandler, type MessageHandlerParts } from './message-handler.ts';
import { PartitionPauses } from './partition-pauses.ts';
import { StartingPoint } from './starting-point.ts';
import type { SubscribeOptions } from './subscribe-options.ts';
import { KafkaSubscription, type SubscriptionParts } from './subscription.ts';

/** What `openKafka` lends to its subscriptions. */
export interface LentParts extends Pick<SubscriptionParts, 'client' | 'admin' | 'logger' | 'onFailure'> {
  readonly deadLetters: MessageHandlerParts<DescMessage>['deadLetters'];
  readonly metrics: KafkaMetrics;
}

/** Joins the group and starts to handle events. Resolves when partitions are assigned; rejects when Kafka does not answer. */
export async function startSubscription<Schema extends DescMessage>(
  options: SubscribeOptions<Schema>,
  { deadLetters, ...lent }: LentParts,
): Promise<KafkaSubscription> {
  const { topic, group, countedAs = group, handler } = options;
  const { maxAttempts = 5, fromBeginning = true, concurrency = 4 } = options;
  const { admin, logger, metrics } = lent;
  const pauses = new PartitionPauses(topic.name);
  const reports = new ConsumerReports(metrics, { topic: topic.name, group: countedAs });
  const messages = new MessageHandler({
    topic,
    group,
    countedAs,
    handler,
    maxAttempts,
    deadLetters,
    logger,
    metrics,
  });
  const runBatch = batchRunner({
    handle: async (message) => {
      reports.begun(message.partition);
      const outcome = await messages.handle(message);
      if (outcome.next) reports.done(message.partition);
      return outcome;
    },
    pauses,
    heartbeatMs,
    reportLag: (partition, events) => reports.lag(partition, events),
  });
  try {
    await (await admin()).describeCluster();
    const startingPoint = fromBeginning ? null : await StartingPoint.now({ admin, group, topic: topic.name });
    const place = { topic: topic.name, group, concurrency, startingPoint };
    const subscription = new KafkaSubscription({ ...lent, ...place, pauses, reports, runBatch });
    await subscription.start();
    return subscription;
  } catch (error) {
    reports[Symbol.dispose]();
    throw unavailable(error, { group });
  }
}
