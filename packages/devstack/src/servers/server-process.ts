import type { RedisUser } from '@ridgeline/redis/users';

/** The three servers that a stack needs. */
export type ServerName = 'postgres' | 'redis' | 'kafka';

/** How the supervisor starts and ends one server. */
export interface ServerProcess {
  command: string;
  args: string[];
  /** Added to the supervisor's own environment. */
  env: Record<string, string>;
  cwd: string;
  /** Another user to run as (Postgres refuses to run as root). */
  user?: { uid: number; gid: number };
  /** Standard output and error are appended here. */
  logFile: string;
  /** The signal that asks the server to end in order, for a restart; SIGKILL follows after `stopWithinMs`. */
  stopSignal: NodeJS.Signals;
  /** The signal when the whole stack ends; harsher for stacks that are thrown away. */
  closeSignal: NodeJS.Signals;
  stopWithinMs: number;
  /** A file that the server writes while it ends in order, and the name under which others find it once it is complete. */
  keeps?: { readonly draft: string; readonly file: string };
  /** A folder in memory with the server's data, which is removed when the whole stack ends. */
  inMemory?: string;
}

/** A request of the stack's process to its supervisor. Every request is answered once, by its id. */
export type SupervisorRequest =
  | { id: number; ask: 'start'; name: ServerName; process: ServerProcess }
  | { id: number; ask: 'kill'; name: ServerName }
  | { id: number; ask: 'stop'; name: ServerName };

/** A message of the supervisor: the answer to a request, or that a server has ended. */
export type SupervisorMessage =
  | { say: 'started'; id: number; name: ServerName; pid: number }
  | { say: 'done'; id: number }
  | { say: 'refused'; id: number; reason: string }
  | { say: 'exited'; name: ServerName; pid: number; code: number | null; signal: NodeJS.Signals | null };

/** The contents of `pids.json`: the processes of a stack's directory, so that a later start can clean up after a crash. */
export interface StackPids {
  /** The process that asked for the servers. */
  owner: number;
  supervisor: number;
  servers: Partial<Record<ServerName, number>>;
}

/** The origin of a server: an address in the environment, a container, or a process of this machine. */
export type ServerOrigin = 'environment' | 'container' | 'native';

/** One server that is running. */
export interface StartedServer {
  how: ServerOrigin;
  /** Postgres: the superuser's URL of the `postgres` database; Redis: the URL; Kafka: `host:port`, separated by commas. */
  address: string;
  /** The address with which a component signs in to Redis. Servers from the environment have only `address`. */
  addressOf?: (user: RedisUser) => string;
  /** Restarts it on the same port with the same data, and waits until it answers. */
  restart(): Promise<void>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
}

/** A way to provide servers. */
export interface ServerSource<Name extends string> {
  start(name: Name): Promise<StartedServer>;
  /** Process ids, by name, of what this source started. */
  pids(): Record<string, number>;
  /** Stops everything that was started. */
  close(): Promise<void>;
}
