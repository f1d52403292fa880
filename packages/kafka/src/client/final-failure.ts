// Node finds only part of kafkajs' names in the CommonJS module; the error classes are not among them.
import kafkajs from 'kafkajs';

/** Answers of a broker that the same question will get again, however often a fresh client asks it. */
const finalAnswers = new Set([
  'TOPIC_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'SASL_AUTHENTICATION_FAILED',
  'UNSUPPORTED_SASL_MECHANISM',
  'SECURITY_DISABLED',
  'UNSUPPORTED_VERSION',
  'UNSUPPORTED_FOR_MESSAGE_FORMAT',
  'UNSUPPORTED_COMPRESSION_TYPE',
  'INVALID_TOPIC_EXCEPTION',
  'INVALID_GROUP_ID',
  'INVALID_SESSION_TIMEOUT',
]);

const finalErrors = [
  kafkajs.KafkaJSSASLAuthenticationError,
  kafkajs.KafkaJSServerDoesNotSupportApiKey,
  kafkajs.KafkaJSUnsupportedMagicByteInMessageSet,
  kafkajs.KafkaJSNotImplemented,
];

/**
 * Whether this failure of kafkajs comes from how we are configured or which versions meet: access, credentials, names,
 * protocol. Everything else is the cluster's condition and passes. kafkajs' own `retriable` is no guide: a coordinator
 * that was not found, a connection lock that took too long and a stumble over its own missing metadata are final to it.
 */
export function isFinalFailure(error: unknown): boolean {
  return causes(error).some((cause) =>
    cause instanceof kafkajs.KafkaJSProtocolError
      ? finalAnswers.has(cause.type)
      : finalErrors.some((kind) => cause instanceof kind),
  );
}

/** Answers to messages that no broker with these settings will ever take. */
const refusals = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TOPIC_EXCEPTION',
]);

/** How Kafka refused messages for good; null when the same messages may be taken another time. */
export function refusalOf(error: unknown): string | null {
  const answer = causes(error).find(
    (cause) => cause instanceof kafkajs.KafkaJSProtocolError && refusals.has(cause.type),
  );
  return answer instanceof kafkajs.KafkaJSProtocolError ? answer.type : null;
}

/** An error and what it was caused by, the outermost first. */
export function causes(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let next = error; next instanceof Error && !found.includes(next); next = next.cause) found.push(next);
  return found;
}
