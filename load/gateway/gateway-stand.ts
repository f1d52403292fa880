import { join } from 'node:path';
import { freePort, startServers } from '@ridgeline/devstack';
import { accessRecords } from '@ridgeline/contracts/internal';
import { createLogger } from '@ridgeline/kit';
import { createVersionedRecords, openRedis } from '@ridgeline/redis';
import { startProgram, type Program } from '../measuring/program.ts';
import { scratchDirectory } from '../measuring/surroundings.ts';

/** A gateway as it is shipped, with a service behind it that costs next to nothing. */
export interface GatewayStand {
  /** Where the stand keeps its files; gone with the resources. */
  readonly dir: string;
  /** Where the service listens. */
  readonly backend: string;
  readonly service: Program<string>;
  readonly redisUrl: string;
  readonly gateway: GatewayProcess;
  /** Starts a further gateway, or one again on its port. */
  start(port?: number): Promise<GatewayProcess>;
}

interface GatewayProcess extends Program<unknown> {
  readonly url: string;
  readonly port: number;
}

/** What signs the stand's cookies. */
export const sessionSecret = 'session-secret-of-the-gateway-stand';

/** A call of a signed-in person that goes through the gateway to a service. */
export const guardedPath = '/api/migrations';

/** Signs a user in and returns the `Cookie` header of the session. */
export async function signIn(url: string): Promise<string> {
  const part = 'x';
  const password = { protected: part, encrypted_key: part, iv: part, ciphertext: part, tag: part };
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@one.example', password }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  if (!response.ok || cookie === '') throw new Error(`Signing in was answered with ${response.status}`);
  return cookie.split(';')[0] ?? '';
}

/** Starts the stand. `node` holds options of the gateways' Node. */
export async function startGatewayStand(
  resources: AsyncDisposableStack,
  { log, node = [] }: { log: (line: string) => void; node?: readonly string[] },
): Promise<GatewayStand> {
  const dir = await scratchDirectory(resources, 'gateway');
  const servers = resources.use(
    await startServers({ dir: join(dir, 'servers'), only: ['redis', 'kafka'], durable: false, log }),
  );
  await grantAccess(servers.redis.url);
  const service = await startBackend(resources);

  const start = async (port?: number): Promise<GatewayProcess> => {
    const own = port ?? (await freePort());
    const metricsPort = await freePort();
    const program = await startProgram<unknown>(resources, {
      module: new URL('../../gateway/src/main.ts', import.meta.url),
      node,
      readyUrl: `http://127.0.0.1:${metricsPort}/readyz`,
      env: {
        PORT: String(own),
        METRICS_PORT: String(metricsPort),
        IDENTITY_KEY: 'identity-key-of-the-gateway-stand',
        SESSION_SECRET: sessionSecret,
        REDIS_URL: servers.redis.urlOf('gateway'),
        KAFKA_BROKERS: servers.kafka.brokers.join(','),
        PUBLIC_URL: `http://127.0.0.1:${own}`,
        SUPPORT_CONTACT: 'support@ridgeline.example',
        AUTH_URL: service.ready,
        CONNECTION_URL: service.ready,
        VALIDATION_URL: service.ready,
        ORCHESTRATOR_URL: service.ready,
        // One user represents thousands.
        REQUESTS_PER_PERSON: '1000000000',
        REQUESTS_PER_COMPANY: '1000000000',
      },
    });
    return { ...program, port: own, url: `http://127.0.0.1:${own}` };
  };
  return { dir, backend: service.ready, service, redisUrl: servers.redis.url, gateway: await start(), start };
}

/** Starts the service, or starts it again on its port. */
export function startBackend(resources: AsyncDisposableStack, port = 0): Promise<Program<string>> {
  return startProgram<string>(resources, {
    module: new URL('backend.ts', import.meta.url),
    args: [String(port)],
  });
}

/** Stores the access record that the auth service would have written before it granted the stand's user a session. */
async function grantAccess(url: string): Promise<void> {
  const logger = createLogger({ service: 'load', level: 'silent' });
  await using redis = await openRedis({ url, name: 'load', logger });
  await createVersionedRecords(redis.client, accessRecords).put({
    userId: 7,
    companyId: 'co_one',
    administrator: false,
    version: 1,
    sessionEpoch: 1,
    revokedReason: null,
  });
}
