import { AppError, certificateFault } from '@ridgeline/kit';
import kafkajs from 'kafkajs';
import { causes } from './final-failure.ts';

/** What a failure of kafkajs becomes: retriable, with the cause for the log, and in words where the configuration is. */
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
