import { AppError } from '@ridgeline/kit';
import kafkajs from 'kafkajs';
import { causes } from './final-failure.ts';

/** Codes of Node's verification of certificates (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const distrust = /CERT|SIGNATURE|^CRL_|ISSUER/;

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
  if (all.some((cause) => 'code' in cause && typeof cause.code === 'string' && distrust.test(cause.code)))
    return "The broker's certificate is not trusted: KAFKA_CA does not fit it";
  return null;
}
