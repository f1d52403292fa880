import { mkdir, realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RedisUser } from '@ridgeline/redis/users';
import { openContainers } from './containers/container-servers.ts';
import { containerEngineAnswers } from './containers/container-engine.mjs';
import { environmentServer } from './environment-servers.ts';
import { clearLeftovers } from './leftovers.ts';
import { openNativeServers } from './native/native-servers.ts';
import type { ServerGuard } from './native/server-guard.ts';
import type { ServerName, ServerOrigin, ServerSource, StartedServer } from './server-process.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

/** How a stack's servers are started. */
export interface StartServersOptions {
  /** Data and logs; kept for the next start. One running stack per directory. */
  dir: string;
  /** Called about steps that take long, one line at a time. */
  log?: (line: string) => void;
  /** Default: all three. */
  only?: readonly ServerName[];
  /** False for stacks that are thrown away: nothing is synced to disk, and the stop is a kill. Default true. */
  durable?: boolean;
  /** Downloads. Default: `.ridgeline/cache` of this checkout. */
  cacheDir?: string;
  /** Run once Postgres answers, while the others still start. */
  prepareDatabase?: (adminUrl: string) => Promise<void>;
  /** Starts all natively, each accepting TLS only. */
  guard?: ServerGuard | undefined;
}

/** The running servers of one stack. Reading one that was not requested throws. */
export interface Servers extends AsyncDisposable {
  /** `adminUrl` is the superuser's, of the `postgres` database. */
  readonly postgres: { adminUrl: string; how: ServerOrigin };
  /** `url` is the owner's; `urlOf` is a component's, with the rights of its own user unless the environment gave the server. */
  readonly redis: { url: string; urlOf: (user: RedisUser) => string; how: ServerOrigin };
  /** `host:port` of each broker. */
  readonly kafka: { brokers: string[]; how: ServerOrigin };
  /** Process ids by name, of the native servers and their supervisor. Changes with every restart. */
  readonly pids: Record<string, number>;
  /** Starts a server again on the same port with the same data, and waits until it answers. */
  restart(name: ServerName): Promise<void>;
  /** Ends a server with SIGKILL, for fault tests. */
  kill(name: ServerName): Promise<void>;
  /** Stops everything that was started. Servers from the environment keep running. */
  stop(): Promise<void>;
}

/**
 * Starts Postgres, Redis and Kafka, each by the first way that works: DATABASE_URL, REDIS_URL, KAFKA_BROKERS; a container
 * engine; natively. All of them answer real requests when this resolves; when one fails the others are stopped again.
 */
export async function startServers(options: StartServersOptions): Promise<Servers> {
  const { log = () => undefined, only = ['postgres', 'redis', 'kafka'], durable = true, guard } = options;
  await mkdir(options.dir, { recursive: true });
  const directory = await realpath(options.dir);
  await clearLeftovers(directory);
  const cacheDir = options.cacheDir ?? `${REPOSITORY}.ridgeline/cache`;
  const native = openNativeServers({ directory, cacheDir, durable, log, guard });
  const engine = containerEngineAnswers();
  const containers = openContainers({ cacheDir, log });

  async function start(name: ServerName): Promise<StartedServer> {
    if (guard) return native.start(name);
    const given = await environmentServer(name);
    if (given !== undefined) return given;
    if (await engine) {
      try {
        return await containers.start(name);
      } catch (error) {
        log(`No container for ${name} (${String(error)}), starting it natively ...`);
      }
    }
    return native.start(name);
  }

  async function prepared(name: ServerName): Promise<readonly [ServerName, StartedServer]> {
    const server = await start(name);
    if (name === 'postgres') await options.prepareDatabase?.(server.address);
    return [name, server];
  }

  const outcomes = await Promise.allSettled(only.map(prepared));
  const sources = [native, containers];
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failures.length > 0) {
    await closeAll(sources);
    throw new AggregateError(
      failures.map(({ reason }) => reason as Error),
      failures.map(({ reason }) => (reason instanceof Error ? reason.message : String(reason))).join('\n'),
    );
  }
  const started = new Map(
    outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
  );
  return describe(started, sources);
}

function describe(
  started: ReadonlyMap<ServerName, StartedServer>,
  sources: ServerSource<ServerName>[],
): Servers {
  function server(name: ServerName): StartedServer {
    const found = started.get(name);
    if (found === undefined) throw new Error(`${name} was not among the servers to start`);
    return found;
  }
  const stop = () => closeAll(sources);
  return {
    get postgres() {
      const { address, how } = server('postgres');
      return { adminUrl: address, how };
    },
    get redis() {
      const { address, addressOf = () => address, how } = server('redis');
      return { url: address, urlOf: addressOf, how };
    },
    get kafka() {
      const { address, how } = server('kafka');
      return { brokers: address.split(','), how };
    },
    get pids() {
      return Object.assign({}, ...sources.map((source) => source.pids())) as Record<string, number>;
    },
    restart: (name) => server(name).restart(),
    kill: (name) => server(name).kill(),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function closeAll(sources: ServerSource<ServerName>[]): Promise<void> {
  await Promise.all(sources.map((source) => source.close()));
}
