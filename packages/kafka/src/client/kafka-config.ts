import { brokersSchema, secret } from '@ridgeline/kit';
import { z } from 'zod';
import type { ClientOptions } from './kafkajs-client.ts';

/**
 * The variables by which a process reaches Kafka, for its configuration: `.extend(kafkaVariables)`, and in the end
 * `.superRefine(kafkaIsWhole)`. Each may come from a file through NAME_FILE.
 */
export const kafkaVariables = {
  KAFKA_BROKERS: brokersSchema.describe('`host:port`, one or several, separated by commas.'),
  KAFKA_TLS: z
    .stringbool()
    .prefault('false')
    .describe("`true`: every connection is encrypted, and the brokers' certificates are verified."),
  KAFKA_CA: z
    .string()
    .optional()
    .describe(
      "The certificates (PEM) that may have signed the brokers' ones; without it those that Node trusts.",
    ),
  KAFKA_CERT: z
    .string()
    .optional()
    .describe('The own certificate of the process (PEM), where the brokers ask for one.'),
  KAFKA_KEY: secret(z.string().optional(), 'The key (PEM) of `KAFKA_CERT`.'),
  KAFKA_SASL_MECHANISM: z
    .enum(['plain', 'scram-sha-256', 'scram-sha-512'])
    .optional()
    .describe('How the process signs in at the brokers; the other two SASL variables belong to it.'),
  KAFKA_SASL_USERNAME: z.string().optional().describe('Its name at the brokers.'),
  KAFKA_SASL_PASSWORD: secret(z.string().optional(), 'Its password at the brokers.'),
};

type KafkaVariables = z.output<z.ZodObject<typeof kafkaVariables>>;

const saslNames = ['KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'] as const;
const tlsNames = ['KAFKA_CA', 'KAFKA_CERT', 'KAFKA_KEY'] as const;

/** A partial configuration is an error: the client would silently connect unencrypted or without authentication. */
export function kafkaIsWhole(config: KafkaVariables, context: Pick<z.core.$RefinementCtx, 'addIssue'>): void {
  const problem = (name: keyof KafkaVariables, message: string): void =>
    context.addIssue({ code: 'custom', path: [name], message });
  const signsIn = saslNames.some((name) => config[name] !== undefined);
  for (const name of saslNames)
    if (signsIn && config[name] === undefined)
      problem(name, `is missing: ${saslNames.join(', ')} belong together`);
  for (const name of tlsNames)
    if (!config.KAFKA_TLS && config[name] !== undefined) problem(name, 'is of no use without KAFKA_TLS=true');
  if ((config.KAFKA_CERT === undefined) !== (config.KAFKA_KEY === undefined))
    problem(
      config.KAFKA_CERT === undefined ? 'KAFKA_CERT' : 'KAFKA_KEY',
      'is missing: a certificate needs its key',
    );
  if (config.KAFKA_SASL_MECHANISM === 'plain' && !config.KAFKA_TLS)
    problem('KAFKA_SASL_MECHANISM', 'plain sends the password as it is, which needs KAFKA_TLS=true');
}

/** How a client reaches the brokers. */
export type KafkaReach = Pick<ClientOptions, 'brokers' | 'tls' | 'sasl'>;

/** How a configuration reaches Kafka, for `openKafka`. */
export function kafkaReach(config: KafkaVariables): KafkaReach {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_CA: ca, KAFKA_CERT: cert, KAFKA_KEY: key } = config;
  const { KAFKA_SASL_USERNAME: username = '', KAFKA_SASL_PASSWORD: password = '' } = config;
  const given = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  return {
    brokers: config.KAFKA_BROKERS,
    ...(config.KAFKA_TLS && { tls: given }),
    ...(mechanism && { sasl: { mechanism, username, password } }),
  };
}
