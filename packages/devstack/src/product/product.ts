import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startServers, type Servers } from '../servers/start-servers.ts';
import { freePort, isFree } from '../servers/free-port.ts';
import { provisionDatabase, roleUrl } from './database.ts';
import { removeDescription, writeDescription, type StackDescription } from './description.ts';
import { loadSecrets, type StackSecrets } from './secrets.ts';
import { seedCompanies, type Seed } from './seed.ts';
import { startServiceProcess, type ServiceProcess } from './service-process.ts';
import { serviceTable, type ServiceAddresses, type ServiceEntry } from './service-table.ts';
import { startSimulatorProcess, type SimulatorProcess } from './simulator-process.ts';
import { buildWeb } from './web-build.ts';

/** How a stack of the whole product is started. */
export interface ProductOptions {
  /** The repository's root. */
  readonly root: string;
  /** Where the stack keeps its data; nothing is written elsewhere but to the shared cache. */
  readonly dir: string;
  /** Where `stack.json` is written; the data folder unless told otherwise. */
  readonly describeIn?: string;
  /** Tells what is going on, line by line. */
  readonly log: (line: string) => void;
  /** false for stacks that live for one run: no fsync, and `stop` removes the data. */
  readonly durable: boolean;
  /** The gateway's port where it is free, else any. */
  readonly gatewayPort?: number;
  /** Whether the web app is built and served; default true. */
  readonly web?: boolean;
  readonly workers?: number;
  readonly gateways?: number;
  readonly contactsPerCompany?: number;
  /** Added to every service's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The running product. */
export interface Product extends AsyncDisposable {
  readonly description: StackDescription;
  readonly servers: Servers;
  readonly simulators: SimulatorProcess;
  /** Whether the data folder was empty: nothing had been migrated here before. */
  readonly firstStart: boolean;
  /** The running processes of a service. */
  processes(service: string): readonly ServiceProcess[];
  /** Starts a process again that was killed or stopped. */
  restart(process: ServiceProcess): Promise<ServiceProcess>;
}

async function choosePort(wanted: number | undefined): Promise<number> {
  return wanted !== undefined && (await isFree(wanted)) ? wanted : freePort();
}

async function choosePorts(
  table: readonly ServiceEntry[],
  gatewayPort: number,
): Promise<Map<string, number[]>> {
  const ports = new Map<string, number[]>();
  for (const { name, instances } of table)
    ports.set(name, await Promise.all(Array.from({ length: instances }, () => freePort())));
  ports.get('gateway')?.splice(0, 1, gatewayPort);
  return ports;
}

const url = (port: number): string => `http://127.0.0.1:${port}`;

/** Starts servers, simulators and every service, seeds two companies and describes the stack in `stack.json`. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { root, dir, log, describeIn = dir } = options;
  await using starting = new AsyncDisposableStack();
  if (!options.durable) starting.defer(() => rmSync(dir, { recursive: true, force: true }));
  const secrets = await loadSecrets(dir);
  const table = serviceTable({
    workers: options.workers ?? 2,
    gateways: options.gateways ?? 1,
    adminCompanyIds: ['ridgeline-admin', 'ridgeline-support'],
  });
  const [servers, webRoot, simulators] = await Promise.all([
    startServers({ dir: join(dir, 'servers'), log, durable: options.durable }).then((started) => {
      starting.defer(() => started.stop());
      return started;
    }),
    options.web === false ? null : buildWeb(root, log),
    startSimulatorProcess({ root, dir, contactsPerCompany: options.contactsPerCompany ?? 5000 }).then(
      (started) => {
        starting.use(started);
        return started;
      },
    ),
  ]);
  const { wasEmpty } = await provisionDatabase(servers.postgres.adminUrl, root, table, secrets);

  const ports = await choosePorts(table, await choosePort(options.gatewayPort));
  const addresses = addressesOf(servers, simulators, ports, secrets, webRoot);
  const processes = new Map<string, ServiceProcess[]>();
  starting.defer(async () => {
    await Promise.all([...processes.values()].flat().map((process) => process.stop()));
  });
  log('Starting the services ...');
  for (const entry of table) {
    const started = (ports.get(entry.name) ?? []).map((port, index) =>
      startInstance({ entry, index, port, addresses, secrets, options }),
    );
    processes.set(entry.name, await Promise.all(started));
  }
  await Promise.all([...processes.values()].flat().map((process) => process.ready()));

  const seed = await seedCompanies(addresses.gateway, simulators);
  const describe = (): StackDescription => descriptionOf(servers, simulators, processes, ports, seed);
  writeDescription(describeIn, describe());
  starting.defer(() => removeDescription(describeIn));

  const running = starting.move();
  return {
    get description() {
      return describe();
    },
    servers,
    simulators,
    firstStart: wasEmpty,
    processes: (service) => processes.get(service) ?? [],
    restart: async (old) => {
      await old.stop();
      const again = startServiceProcess(old.options);
      for (const list of processes.values()) {
        const index = list.indexOf(old);
        if (index >= 0) list.splice(index, 1, again);
      }
      await again.ready();
      writeDescription(describeIn, describe());
      return again;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function addressesOf(
  servers: Servers,
  simulators: SimulatorProcess,
  ports: ReadonlyMap<string, number[]>,
  secrets: StackSecrets,
  webRoot: string | null,
): ServiceAddresses {
  const services = Object.fromEntries([...ports].map(([name, [first = 0]]) => [name, url(first)]));
  return {
    postgres: (schema) => roleUrl(servers.postgres.adminUrl, schema, secrets.databasePassword),
    redis: servers.redis.url,
    kafka: servers.kafka.brokers.join(','),
    services,
    simulators: simulators.addresses,
    gateway: services['gateway'] ?? '',
    webRoot,
  };
}

interface Instance {
  readonly entry: ServiceEntry;
  readonly index: number;
  readonly port: number;
  readonly addresses: ServiceAddresses;
  readonly secrets: StackSecrets;
  readonly options: ProductOptions;
}

async function startInstance({
  entry,
  index,
  port,
  addresses,
  secrets,
  options,
}: Instance): Promise<ServiceProcess> {
  const metricsPort = await freePort();
  return startServiceProcess({
    name: entry.instances > 1 ? `${entry.name}-${index + 1}` : entry.name,
    entry: join(options.root, entry.folder, 'src', 'main.ts'),
    logDir: join(options.dir, 'logs'),
    readyUrl: `${url(metricsPort)}/readyz`,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      IDENTITY_KEY: secrets.identityKey,
      NODE_ENV: 'production',
      ...entry.env(addresses, secrets),
      ...options.env,
    },
  });
}

function descriptionOf(
  servers: Servers,
  simulators: SimulatorProcess,
  processes: ReadonlyMap<string, readonly ServiceProcess[]>,
  ports: ReadonlyMap<string, number[]>,
  seed: Seed,
): StackDescription {
  const services = [...processes].map(([name, list]) => {
    const instances = list.map(({ pid, options }) => ({
      pid,
      metrics: options.readyUrl.replace('/readyz', '/metrics'),
    }));
    const http = url(ports.get(name)?.[0] ?? 0);
    return [
      name,
      { http, metrics: instances[0]?.metrics ?? '', pids: list.map(({ pid }) => pid), instances },
    ] as const;
  });
  return {
    gateway: url(ports.get('gateway')?.[0] ?? 0),
    mail: simulators.mail,
    simulators: simulators.addresses,
    servers: {
      postgres: servers.postgres.adminUrl,
      redis: servers.redis.url,
      kafka: servers.kafka.brokers.join(','),
    },
    services: Object.fromEntries(services),
    signIns: seed.signIns,
    credentials: seed.credentials,
  };
}
