import { join } from 'node:path';
import { pause } from '@ridgeline/kit';
import { freePort, isFree } from '../servers/free-port.ts';
import type { Balancer } from './balancer.ts';
import { compiledModules } from './compiled-modules.mjs';
import type { ServiceDescription } from './description.ts';
import type { StackSecrets } from './secrets.ts';
import { startServiceProcess, type ServiceProcess } from './service-process.ts';
import type { ServiceAddresses, ServiceEntry } from './service-table.ts';

/** The ports of every service's instances, the first instance first. */
export type ServicePorts = ReadonlyMap<string, readonly number[]>;

/** The address of a port of this machine. */
export const localUrl = (port: number): string => `http://127.0.0.1:${port}`;

/** Chooses a free port for each instance; the gateway gets the wanted one where that is free. */
export async function choosePorts(
  table: readonly ServiceEntry[],
  gatewayPort: number | undefined,
): Promise<ServicePorts> {
  const ports = new Map<string, number[]>();
  for (const { name, instances } of table)
    ports.set(name, await Promise.all(Array.from({ length: instances }, () => freePort())));
  if (gatewayPort !== undefined && (await isFree(gatewayPort)))
    ports.get('gateway')?.splice(0, 1, gatewayPort);
  return ports;
}

/** What the processes of the product are started with. */
export interface FleetOptions {
  readonly root: string;
  readonly logDir: string;
  readonly table: readonly ServiceEntry[];
  readonly ports: ServicePorts;
  readonly addresses: ServiceAddresses;
  /** The balancers in front of services; callers of any other service connect to its first process directly. */
  readonly balancers: ReadonlyMap<string, Balancer>;
  readonly secrets: StackSecrets;
  /** Added to every service's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Called with a process that was restarted after an unexpected end, and how it ended. */
  readonly onRestart: (name: string, how: string) => void;
}

/** A process' place among those of its service. */
interface Place {
  readonly entry: ServiceEntry;
  readonly list: ServiceProcess[];
  readonly index: number;
}

/** The result of a replacement. */
export interface Replacement {
  readonly process: ServiceProcess;
  /** From SIGTERM to the end of the old process. */
  readonly stopMs: number;
}

const portOf = ({ options }: ServiceProcess): number => Number(options.env['PORT']);

/** All processes of the product's services. */
export class Fleet implements AsyncDisposable {
  readonly #options: FleetOptions;
  readonly #processes = new Map<string, ServiceProcess[]>();

  constructor(options: FleetOptions) {
    this.#options = options;
  }

  /** Starts all processes concurrently and waits until all are ready. */
  async start(): Promise<void> {
    for (const entry of this.#options.table) {
      const ports = this.#options.ports.get(entry.name) ?? [];
      this.#options.balancers.get(entry.name)?.leadTo(ports);
      this.#processes.set(
        entry.name,
        await Promise.all(ports.map((port, index) => this.#launch(entry, index, port))),
      );
    }
    await Promise.all(this.#all().map((process) => process.ready()));
  }

  /** The running processes of a service. */
  of(service: string): readonly ServiceProcess[] {
    return this.#processes.get(service) ?? [];
  }

  /** Restarts a process that was killed or stopped, on the same ports; `env` replaces some of its variables. */
  async restart(old: ServiceProcess, env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    await old.stop();
    const again = startServiceProcess({ ...old.options, env: { ...old.options.env, ...env } });
    const { list, index } = this.#placeOf(old);
    list.splice(index, 1, again);
    await again.ready();
    return again;
  }

  /**
   * Replaces one process by a new one, as Kubernetes does in a rolling upgrade: the new one is ready before new connections
   * stop going to the old one, which gets SIGTERM `drainMs` later (`preStop`). Needs balancers.
   */
  async replace(old: ServiceProcess, drainMs: number): Promise<Replacement> {
    const place = this.#placeOf(old);
    const balancer = this.#options.balancers.get(place.entry.name);
    if (!balancer) throw new Error('Only a service behind a balancer can be replaced');
    const process = await this.#launch(place.entry, place.index, await freePort());
    await process.ready();
    place.list.splice(place.index, 1, process);
    balancer.leadTo(place.list.map(portOf));
    await pause(drainMs);
    const asked = performance.now();
    await old.stop();
    return { process, stopMs: performance.now() - asked };
  }

  /** What `stack.json` contains about the services. */
  describe(): Record<string, ServiceDescription> {
    const services = [...this.#processes].map(([name, list]) => {
      const instances = list.map(({ pid, options }) => ({
        pid,
        metrics: options.readyUrl.replace('/readyz', '/metrics'),
      }));
      const http = this.#options.addresses.services[name] ?? '';
      const description = {
        http,
        metrics: instances[0]?.metrics ?? '',
        pids: list.map(({ pid }) => pid),
        instances,
      };
      return [name, description] as const;
    });
    return Object.fromEntries(services);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all().map((process) => process.stop()));
  }

  #placeOf(process: ServiceProcess): Place {
    for (const entry of this.#options.table) {
      const list = this.#processes.get(entry.name) ?? [];
      const index = list.indexOf(process);
      if (index >= 0) return { entry, list, index };
    }
    throw new Error(`${process.name} is none of the running processes`);
  }

  #all(): ServiceProcess[] {
    return [...this.#processes.values()].flat();
  }

  async #launch(entry: ServiceEntry, index: number, port: number): Promise<ServiceProcess> {
    const { root, logDir, addresses, secrets, env, onRestart } = this.#options;
    const metricsPort = await freePort();
    const name = entry.instances > 1 ? `${entry.name}-${index + 1}` : entry.name;
    return startServiceProcess({
      name,
      entry: join(root, entry.folder, 'src', 'main.ts'),
      logDir,
      inBackground: entry.inBackground ?? false,
      readyUrl: `${localUrl(metricsPort)}/readyz`,
      onRestart: (how) => onRestart(name, how),
      env: {
        HOST: '127.0.0.1',
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        IDENTITY_KEY: secrets.identityKey,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: compiledModules(root),
        ...entry.env(addresses, secrets),
        ...env,
      },
    });
  }
}
