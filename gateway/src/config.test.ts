import { describe, expect, test } from '@jest/globals';
import { gatewayConfig } from './config.ts';

const complete = {
  PORT: '8080',
  METRICS_PORT: '9090',
  IDENTITY_KEY: 'i'.repeat(32),
  REDIS_URL: 'redis://127.0.0.1:6379',
  KAFKA_BROKERS: '127.0.0.1:9092',
  SESSION_SECRET: `${'a'.repeat(32)}, ${'b'.repeat(32)}`,
  PUBLIC_URL: 'http://127.0.0.1:8080',
  SUPPORT_CONTACT: 'support@ridgeline.example',
  AUTH_URL: 'http://127.0.0.1:1',
  CONNECTION_URL: 'http://127.0.0.1:2',
  VALIDATION_URL: 'http://127.0.0.1:3',
  ORCHESTRATOR_URL: 'http://127.0.0.1:4',
};

const problemsWith = (more: object): string[] =>
  gatewayConfig.safeParse({ ...complete, ...more }).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe("The gateway's configuration", () => {
  test('Several session secrets can be given, so that they can be rotated', () => {
    expect(gatewayConfig.parse(complete).SESSION_SECRET).toEqual(['a'.repeat(32), 'b'.repeat(32)]);
  });

  test.each([
    [{ SESSION_SECRET: 'short' }, ['SESSION_SECRET.0']],
    [{ PUBLIC_URL: 'https://ridgeline.example' }, ['TRUST_PROXY']],
    [{ PUBLIC_URL: 'https://ridgeline.example', TRUST_PROXY: '1' }, []],
    [{ SIGN_IN_TRIES: '0' }, ['SIGN_IN_TRIES']],
  ])('With %j the problems are %j', (more, problems) => {
    expect(problemsWith(more)).toEqual(problems);
  });
});
