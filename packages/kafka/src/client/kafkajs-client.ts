import type { Logger } from '@ridgeline/kit';
import { Kafka as KafkaJS, logLevel, type LogEntry, type RetryOptions, type SASLOptions } from 'kafkajs';
import { guardIdleConnections } from './idle-guard.ts';

/** A name and a password, and how they are shown to a broker. */
type SignIn = Extract<SASLOptions, { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512' }>;

/** How a broker is reached. */
export interface ClientOptions {
  /** `host:port` of one or more brokers. */
  readonly brokers: readonly string[];
  /** Names this process in the broker's logs and quotas. */
  readonly clientId: string;
  /** Encrypts connections, with these certificates (PEM); without it they are in plain text. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
  /** The credentials of the process; without them it does not sign in. */
  readonly sasl?: SignIn;
  readonly logger: Logger;
}

/**
 * How often kafkajs retries before it reports a failure; about 3 s in all. Longer waits are in our code, where they can be
 * logged and stopped. All values are set here, because kafkajs has other defaults while `NODE_ENV` is `test`.
 */
export const quickRetry = {
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  multiplier: 2,
  factor: 0.2,
  retries: 4,
} satisfies RetryOptions;

/** A kafkajs client with our logging and without the idle timer. Opens no connection. */
export function kafkajsClient({ brokers, clientId, tls, sasl, logger }: ClientOptions): KafkaJS {
  guardIdleConnections();
  return new KafkaJS({
    clientId,
    brokers: [...brokers],
    ...(tls && { ssl: { ...tls } }),
    ...(sasl && { sasl }),
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry: quickRetry,
    logLevel: logLevel.INFO,
    logCreator: () => logBridge(logger.child({ component: 'kafkajs' })),
  });
}

/**
 * Sends what kafkajs logs to our logger, one level lower. kafkajs calls a lost connection that it is about to retry an
 * error; the caller decides, and logs, whether something really failed.
 */
export function logBridge(logger: Logger): (entry: LogEntry) => void {
  return ({ namespace, level, log }) => {
    const { message, ...facts } = log;
    const line = { kafkajs: { namespace, ...facts, timestamp: undefined, stack: undefined } };
    if (level === logLevel.ERROR) logger.warn(line, message);
    else if (level === logLevel.WARN) logger.info(line, message);
    else logger.debug(line, message);
  };
}
