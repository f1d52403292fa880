import { describe, expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '@ridgeline/kit';
import { z } from 'zod';
import { kafkaIsWhole, kafkaReach, kafkaVariables } from './kafka-config.ts';

const schema = z.object(kafkaVariables).superRefine(kafkaIsWhole);
const brokers = { KAFKA_BROKERS: 'one:9092, two:9092' };
const signIn = {
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: 'auth',
  KAFKA_SASL_PASSWORD: 'canary',
};

function problemsWith(variables: Readonly<Record<string, string>>): string {
  try {
    loadConfig(schema, { ...brokers, ...variables });
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

describe('The way to Kafka is configured', () => {
  test('With brokers alone the connection is unencrypted and anonymous', () => {
    expect(kafkaReach(loadConfig(schema, brokers))).toEqual({ brokers: ['one:9092', 'two:9092'] });
  });

  test('With everything, clients get certificates and the sign-in', () => {
    const certificates = { KAFKA_TLS: 'true', KAFKA_CA: 'ca', KAFKA_CERT: 'cert', KAFKA_KEY: 'key' };
    expect(kafkaReach(loadConfig(schema, { ...brokers, ...certificates, ...signIn }))).toEqual({
      brokers: ['one:9092', 'two:9092'],
      tls: { ca: 'ca', cert: 'cert', key: 'key' },
      sasl: { mechanism: 'scram-sha-512', username: 'auth', password: 'canary' },
    });
  });

  test('With TLS alone, whom Node trusts is trusted', () => {
    expect(kafkaReach(loadConfig(schema, { ...brokers, KAFKA_TLS: 'true' }))).toMatchObject({ tls: {} });
  });

  test.each([
    [
      { KAFKA_SASL_USERNAME: 'auth' },
      ['KAFKA_SASL_MECHANISM: is missing', 'KAFKA_SASL_PASSWORD: is missing'],
    ],
    [{ ...signIn, KAFKA_SASL_PASSWORD: '' }, ['KAFKA_SASL_PASSWORD: is missing']],
    [{ ...signIn, KAFKA_SASL_MECHANISM: 'plain' }, ['needs KAFKA_TLS=true']],
    [{ ...signIn, KAFKA_SASL_MECHANISM: 'gssapi' }, ['KAFKA_SASL_MECHANISM: ']],
    [{ KAFKA_CA: 'ca' }, ['KAFKA_CA: is of no use without KAFKA_TLS=true']],
    [{ KAFKA_TLS: 'true', KAFKA_CERT: 'cert' }, ['KAFKA_KEY: is missing']],
    [{ KAFKA_TLS: 'true', KAFKA_KEY: 'key' }, ['KAFKA_CERT: is missing']],
    [{ KAFKA_TLS: 'perhaps' }, ['KAFKA_TLS: ']],
  ])('With %j the start is refused and says why', (variables, problems) => {
    const message = problemsWith(variables);
    for (const problem of problems) expect(message).toContain(problem);
    expect(message).not.toContain('canary');
  });
});
