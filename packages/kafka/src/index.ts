export { kafkaIsWhole, kafkaReach, kafkaVariables } from './client/kafka-config.ts';
export type {
  EventHandler,
  HandlerResult,
  RefusalKind,
  SubscribeOptions,
  Subscription,
} from './consumer/subscribe-options.ts';
export { deadLetterHeaders } from './dead-letters/dead-letter.ts';
export { replayDeadLetters } from './dead-letters/replay.ts';
export { inboxTables, once, startInboxPruning } from './inbox.postgres.ts';
export { openKafka, sideBySide, type Kafka, type KafkaOptions } from './kafka.ts';
export { startOutboxRelay, type OutboxRelayOptions } from './outbox/outbox-relay.ts';
export { addToOutbox, deadOutboxTable, outboxTables, outboxWriter } from './outbox/outbox-store.postgres.ts';
export { maxEventBytes, type EventProducer } from './producer/event-producer.ts';
