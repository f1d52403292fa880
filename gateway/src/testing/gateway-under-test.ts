import { createLogger } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import type { ReadinessChecks } from '@ridgeline/kit/service';
import { redisUrlAs } from '@ridgeline/testkit/integration';
import { composeGateway } from '../app.ts';
import { gatewayConfig } from '../config.ts';
import { startStubService, type StubService } from './stub-service.ts';

export const identityKey = 'identity-key-of-the-gateway-tests';

/** A running gateway with a stub service behind it. */
export interface GatewayUnderTest extends AsyncDisposable {
  readonly url: string;
  readonly stub: StubService;
  readonly metrics: Registry;
  /** What the health server would ask. */
  readonly ready: ReadinessChecks;
}

/** Starts a gateway as the process would; `more` overrides its environment. */
export async function startGateway(
  servers: { redisUrl: string; brokers: readonly string[] },
  more: Readonly<Record<string, string>> = {},
): Promise<GatewayUnderTest> {
  await using starting = new AsyncDisposableStack();
  const stub = starting.use(await startStubService({ identityKey, redisUrl: servers.redisUrl }));
  const config = gatewayConfig.parse({
    PORT: '0',
    METRICS_PORT: '0',
    LINGER_MS: '0',
    IDENTITY_KEY: identityKey,
    REDIS_URL: await redisUrlAs('gateway', servers.redisUrl),
    KAFKA_BROKERS: servers.brokers.join(','),
    SESSION_SECRET: 'session-secret-of-the-gateway-tests',
    PUBLIC_URL: 'http://ridgeline.example',
    SUPPORT_CONTACT: 'support@ridgeline.example',
    AUTH_URL: stub.url,
    CONNECTION_URL: stub.url,
    VALIDATION_URL: stub.url,
    ORCHESTRATOR_URL: stub.url,
    // Tests ask more in ten seconds than people do, each time over a connection of its own.
    CONNECTIONS_PER_USER: '1000',
    REQUESTS_PER_PERSON: '1000000',
    REQUESTS_PER_COMPANY: '1000000',
    ...more,
  });
  const metrics = new Registry();
  const { url, ready } = await composeGateway({
    config,
    logger: createLogger({ service: 'gateway', level: 'silent' }),
    metrics,
    resources: starting,
    fail: (reason) => {
      throw reason;
    },
  });
  const running = starting.move();
  return { url, stub, metrics, ready, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
