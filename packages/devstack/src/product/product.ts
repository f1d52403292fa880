import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startServers, type Servers } from '../servers/start-servers.ts';
import type { ServerGuard } from '../servers/native/server-guard.ts';
import { Balancer } from './balancer.ts';
import { provisionDatabase, roleUrl } from './database.ts';
import { removeDescription, writeDescription, type StackDescription } from './description.ts';
import { choosePorts, Fleet, localUrl, type Replacement } from './fleet.ts';
import { keepSeed, keptAccounts, keptSeed } from './kept-seed.ts';
import { loadSecrets } from './secrets.ts';
import { registerAccounts, seedCompanies } from './seed.ts';
import type { ServiceProcess } from './service-process.ts';
import { serviceTable, webhookBaseUrl, type ServiceAddresses, type ServiceEntry } from './service-table.ts';
import { sendEventsTo, startSimulatorProcess, type SimulatorProcess } from './simulator-process.ts';
import { useWhenThere } from './use-when-there.ts';
import { buildWeb } from './web-build.ts';

/** How a stack of the whole product is started. */
export interface ProductOptions {
  /** The repository's root. */
  readonly root: string;
  /** Where the stack keeps its data; nothing is written elsewhere but to the shared cache. */
  readonly dir: string;
  /** Where `stack.json` is written; the data folder by default. */
  readonly describeIn?: string;
  /** Reports progress, line by line. */
  readonly log: (line: string) => void;
  /** false for stacks that live for one run: no fsync, and `stop` removes the data. */
  readonly durable: boolean;
  /** The gateway's port where it is free, else any. */
  readonly gatewayPort?: number;
  /** Whether the web app is built and served; default true. */
  readonly web?: boolean;
  readonly workers?: number;
  readonly gateways?: number;
  /** Whether a balancer is placed in front of each service's processes, so that they can be replaced one by one. */
  readonly balanced?: boolean;
  /** How many contacts (5,000) and jobs (2,000) a company has at AccuLynx unless its registration says otherwise. */
  readonly contactsPerCompany?: number;
  readonly jobsPerCompany?: number;
  /** How the servers are guarded; `env` then has to say how services reach them. */
  readonly guard?: ServerGuard;
  /** Added to every service's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The running product. */
export interface Product extends AsyncDisposable {
  readonly description: StackDescription;
  readonly servers: Servers;
  /** Whether the data folder was empty: nothing had been migrated here before. */
  readonly firstStart: boolean;
  /** The services that run, and their folders. */
  readonly services: readonly Pick<ServiceEntry, 'name' | 'folder'>[];
  /** The running processes of a service. */
  processes(service: string): readonly ServiceProcess[];
  /** Restarts a process that was killed or stopped; `env` replaces some of its variables. */
  restart(process: ServiceProcess, env?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  /** Replaces a process by a new one without a gap (`Fleet.replace`); the product must be `balanced`. */
  replace(process: ServiceProcess, drainMs: number): Promise<Replacement>;
}

const adminCompanyIds = ['ridgeline-admin', 'ridgeline-support'] as const;

/** Starts servers, simulators and every service, seeds two companies and describes the stack in `stack.json`. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { root, dir, log, durable, describeIn = dir } = options;
  await using starting = new AsyncDisposableStack();
  if (!durable) starting.defer(() => rmSync(dir, { recursive: true, force: true }));

  const building = options.web === false ? Promise.resolve(null) : buildWeb(root, log);
  // A failure is thrown below, once the servers exist and can be stopped in order.
  building.catch(() => undefined);
  const secrets = await loadSecrets(dir);
  const { contactsPerCompany = 5_000, jobsPerCompany = 2_000 } = options;
  const sizes = { contactsPerCompany, jobsPerCompany };
  const simulating = useWhenThere(starting, startSimulatorProcess({ root, dir, ...sizes }));
  const table = serviceTable({
    workers: options.workers ?? 2,
    gateways: options.gateways ?? 1,
    adminCompanyIds,
  });
  const database = { wasEmpty: false };
  const prepareDatabase = async (adminUrl: string): Promise<void> => {
    Object.assign(database, await provisionDatabase(adminUrl, root, table, secrets));
  };
  const servers = starting.use(
    await startServers({ dir: join(dir, 'servers'), log, durable, guard: options.guard, prepareDatabase }),
  );

  const [simulators, webRoot] = await Promise.all([simulating, building]);
  log('Starting the services ...');
  const ports = await choosePorts(table, options.gatewayPort);
  const balancers = new Map<string, Balancer>();
  if (options.balanced)
    for (const { name } of table) balancers.set(name, starting.use(await Balancer.open()));
  const services = Object.fromEntries(
    [...ports].map(([name, [first = 0]]) => [name, localUrl(balancers.get(name)?.port ?? first)]),
  );
  const gateway = services['gateway'] ?? '';
  const addresses: ServiceAddresses = {
    postgres: (schema) => roleUrl(servers.postgres.adminUrl, schema, secrets.databasePassword),
    redis: servers.redis.urlOf,
    kafka: servers.kafka.brokers.join(','),
    smtp: simulators.mail.smtp,
    simulators: simulators.addresses,
    services,
    gateway,
    webRoot,
  };
  // There is nothing to describe until the companies exist.
  let describeAgain = (): void => undefined;
  const fleet = starting.use(
    new Fleet({
      root,
      logDir: join(dir, 'logs'),
      table,
      ports,
      addresses,
      balancers,
      secrets,
      env: options.env ?? {},
      onRestart: (name, how) => {
        log(`${name} has ended (${how}) and was started again; why: ${join(dir, 'logs', `${name}.log`)}`);
        describeAgain();
      },
    }),
  );
  for (const accounts of keptAccounts(dir)) await registerAccounts(simulators.addresses.control, accounts);
  await sendEventsTo(simulators.addresses.control, webhookBaseUrl, gateway);
  await fleet.start();

  const auth = table.find(({ name }) => name === 'auth');
  const env = { ...auth?.env(addresses, secrets), ...options.env };
  const seed =
    (database.wasEmpty ? null : keptSeed(dir)) ??
    (await seedCompanies({ root, env, gateway, simulators, adminCompanyId: adminCompanyIds[0] }));
  keepSeed(dir, seed);
  const describe = (): StackDescription => ({
    gateway,
    ...describeSurroundings(servers, simulators),
    services: fleet.describe(),
    ...seed,
  });
  describeAgain = () => {
    writeDescription(describeIn, describe());
  };
  const described = async <T>(change: Promise<T>): Promise<T> => {
    const changed = await change;
    describeAgain();
    return changed;
  };
  describeAgain();
  starting.defer(() => removeDescription(describeIn));

  const running = starting.move();
  return {
    get description() {
      return describe();
    },
    servers,
    firstStart: database.wasEmpty,
    services: table,
    processes: (service) => fleet.of(service),
    restart: (process, env) => described(fleet.restart(process, env)),
    replace: (process, drainMs) => described(fleet.replace(process, drainMs)),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function describeSurroundings(servers: Servers, { mail, addresses }: SimulatorProcess) {
  return {
    mail,
    simulators: addresses,
    servers: {
      postgres: servers.postgres.adminUrl,
      redis: servers.redis.url,
      kafka: servers.kafka.brokers.join(','),
    },
  };
}
