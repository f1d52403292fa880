// Node finds only part of kafkajs' names in the CommonJS module; the error classes are not among them.

import { AppError, certificateFault } from '@ridgeline/kit';
import kafkajs from 'kafkajs';

/** Broker answers that the same request will get again, however often a new client sends it. */
const permanentAnswers = new Set([
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

const permanentErrors = [
  kafkajs.KafkaJSSASLAuthenticationError,
  kafkajs.KafkaJSServerDoesNotSupportApiKey,
  kafkajs.KafkaJSUnsupportedMagicByteInMessageSet,
  kafkajs.KafkaJSNotImplemented,
];

/**
 * Whether a kafkajs failure is due to our configuration, or to versions that do not match: access, credentials, names,
 * protocol. Any other failure is a temporary condition of the cluster. kafkajs' own `retriable` is no guide: it treats a
 * missing coordinator, a slow connection lock and its own missing metadata as final.
 */
export function isPermanentFailure(error: unknown): boolean {
  return causes(error).some((cause) =>
    cause instanceof kafkajs.KafkaJSProtocolError
      ? permanentAnswers.has(cause.type)
      : permanentErrors.some((kind) => cause instanceof kind),
  );
}

/** Answers to messages that no broker with these settings will ever accept. */
const refusals = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TOPIC_EXCEPTION',
]);

/** Why Kafka refused messages permanently; null when the same messages may be accepted another time. */
export function refusalOf(error: unknown): string | null {
  const answer = causes(error).find(
    (cause) => cause instanceof kafkajs.KafkaJSProtocolError && refusals.has(cause.type),
  );
  return answer instanceof kafkajs.KafkaJSProtocolError ? answer.type : null;
}

/** An error and its causes, the outermost first. */
export function causes(error: unknown): readonly Error[] {
  const found: Error[] = [];
  for (let next = error; next instanceof Error && !found.includes(next); next = next.cause) found.push(next);
  return found;
}

/** A kafkajs failure as a retriable error: with its cause for the log, and with a text where the configuration is the cause. */
export function unavailable(cause: unknown, details: Readonly<Record<string, unknown>> = {}): AppError {
  const reason = reasonOf(cause);
  return new AppError('server.unavailable', {
    details: { dependency: 'kafka', variable: 'KAFKA_BROKERS', ...(reason && { reason }), ...details },
    cause,
  });
}

function reasonOf(error: unknown): string | null {
  const all = causes(error);
  if (all.some((cause) => cause instanceof kafkajs.KafkaJSSASLAuthenticationError))
    return 'Kafka refused the sign-in: KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME or KAFKA_SASL_PASSWORD is wrong';
  const faults = all.map(certificateFault);
  if (faults.includes('server'))
    return "The broker's certificate is not trusted, or is for another name: KAFKA_CA does not fit it";
  if (faults.includes('own'))
    return 'The broker does not take our certificate, or that we have none: KAFKA_CERT and KAFKA_KEY';
  if (all.some(({ name }) => name === 'KafkaJSConnectionClosedError'))
    return 'The broker closed the connection: it goes away, or it asks for TLS (KAFKA_TLS) or for a sign-in (KAFKA_SASL_MECHANISM)';
  return null;
}
