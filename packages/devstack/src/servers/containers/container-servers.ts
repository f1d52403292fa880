import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { waitForKafka } from '@ridgeline/kafka/readiness';
import { waitForPostgres } from '@ridgeline/postgres/readiness';
import { freePort } from '../free-port.ts';
import { loadOwnLibrary, type OwnLibraries } from '../native/own-library.ts';
import { newRedisUsers, waitForRedis } from '../redis-readiness.ts';
import type { ServerName, ServerSource, StartedServer } from '../server-process.ts';

const READY_WITHIN_MS = 60_000;

interface ContainerPlan {
  image: string;
  /** The port that the server listens on inside. */
  inside: number;
  environment: Record<string, string>;
  address: string;
  addressOf?: StartedServer['addressOf'];
  command?: string[];
  files?: { content: string; target: string }[];
  ready(signal: AbortSignal): Promise<void>;
}

const MANIFESTS = fileURLToPath(new URL('../../../containers', import.meta.url));

/** The used part of a container that Testcontainers has started. */
interface StartedContainer {
  restart(): Promise<void>;
  stop(options?: { remove: boolean; timeout: number }): Promise<unknown>;
}

/** The used part of a container that it has not started yet. */
interface NewContainer {
  withEnvironment(environment: Record<string, string>): NewContainer;
  withExposedPorts(port: { container: number; host: number }): NewContainer;
  withCommand(command: readonly string[]): NewContainer;
  withCopyContentToContainer(files: readonly { content: string; target: string }[]): NewContainer;
  start(): Promise<StartedContainer>;
}

/** The used part of Testcontainers, whose own types are missing where it is not installed. */
interface TestcontainersLibrary {
  readonly GenericContainer: new (image: string) => NewContainer;
}

/** Where Testcontainers is installed, and where that is logged. */
type ContainerOptions = Pick<OwnLibraries, 'cacheDir' | 'log'>;

/** Servers in containers. Their data live as long as the containers, which Testcontainers removes after this process. */
export function openContainers({ cacheDir, log }: ContainerOptions): ServerSource<ServerName> {
  const containers: StartedContainer[] = [];

  async function start(name: ServerName): Promise<StartedServer> {
    // Installed only where an engine answers: it is the largest library of the stack.
    const library = await loadOwnLibrary({ manifests: MANIFESTS, cacheDir, log }, 'testcontainers');
    const { GenericContainer } = library as TestcontainersLibrary;
    // A fixed port, so that the address survives a restart.
    const port = await freePort();
    const plan = PLANS[name](port);
    const container = await new GenericContainer(plan.image)
      .withEnvironment(plan.environment)
      .withExposedPorts({ container: plan.inside, host: port })
      .withCommand(plan.command ?? [])
      .withCopyContentToContainer(plan.files ?? [])
      .start();
    containers.push(container);
    const ready = () => plan.ready(AbortSignal.timeout(READY_WITHIN_MS));
    await ready();
    return {
      how: 'container',
      address: plan.address,
      ...(plan.addressOf && { addressOf: plan.addressOf }),
      async restart() {
        await container.restart();
        await ready();
      },
      async kill() {
        await container.stop({ remove: false, timeout: 0 });
      },
    };
  }

  return {
    start,
    pids: () => ({}),
    async close() {
      await Promise.all(containers.splice(0).map((container) => container.stop()));
    },
  };
}

const PLANS: Record<ServerName, (port: number) => ContainerPlan> = {
  postgres(port) {
    const password = randomBytes(18).toString('base64url');
    const address = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    return {
      image: 'postgres:18',
      inside: 5432,
      environment: { POSTGRES_PASSWORD: password, TZ: 'UTC' },
      address,
      ready: (signal) => waitForPostgres(address, signal),
    };
  },
  redis(port) {
    const address = `redis://127.0.0.1:${port}`;
    const users = newRedisUsers();
    const usersFile = '/etc/redis-users.acl';
    return {
      image: 'redis:8',
      inside: 6379,
      environment: {},
      command: ['redis-server', '--aclfile', usersFile],
      files: [{ content: users.file, target: usersFile }],
      address,
      addressOf: (user) => users.addressOf(address, user),
      ready: (signal) => waitForRedis(address, signal),
    };
  },
  kafka(port) {
    const address = `127.0.0.1:${port}`;
    return {
      image: 'apache/kafka:4.2.0',
      inside: 9092,
      environment: kafkaEnvironment(address),
      address,
      ready: (signal) => waitForKafka([address], signal),
    };
  },
};

// The image turns KAFKA_X_Y into the broker's setting x.y. The settings match those of the native broker.
function kafkaEnvironment(address: string): Record<string, string> {
  return {
    KAFKA_NODE_ID: '1',
    KAFKA_PROCESS_ROLES: 'broker,controller',
    KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
    KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
    KAFKA_INTER_BROKER_LISTENER_NAME: 'INTERNAL',
    KAFKA_LISTENERS: 'PLAINTEXT://:9092,INTERNAL://:9094,CONTROLLER://:9093',
    // Clients outside and the broker itself reach it by different names.
    KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${address},INTERNAL://localhost:9094`,
    KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,INTERNAL:PLAINTEXT',
    KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
    KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '5',
    KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
    KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
    KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    KAFKA_BROKER_HEARTBEAT_INTERVAL_MS: '500',
    KAFKA_BROKER_SESSION_TIMEOUT_MS: '3000',
  };
}
