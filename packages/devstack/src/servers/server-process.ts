import type { RedisUser } from '@ridgeline/redis/users';

/** The three servers that a stack stands on. */
export type ServerName = 'postgres' | 'redis' | 'kafka';

/** How the supervisor starts one server and ends it. */
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
  /** A file that it writes while it ends in order, and the name under which others find it once it is complete. */
  keeps?: { readonly draft: string; readonly file: string };
}

/** What the stack's process asks of its supervisor. Every request is answered once, by its id. */
export type SupervisorRequest =
  | { id: number; ask: 'start'; name: ServerName; process: ServerProcess }
  | { id: number; ask: 'kill'; name: ServerName }
  | { id: number; ask: 'stop'; name: ServerName };

/** What the supervisor says: an answer to a request, or that a server has ended. */
export type SupervisorMessage =
  | { say: 'started'; id: number; name: ServerName; pid: number }
  | { say: 'done'; id: number }
  | { say: 'refused'; id: number; reason: string }
  | { say: 'exited'; name: ServerName; pid: number; code: number | null; signal: NodeJS.Signals | null };

/** The contents of `pids.json`: who runs in a stack's directory, so that a later start can clear up after a crash. */
export interface StackPids {
  /** The process that asked for the servers. */
  owner: number;
  supervisor: number;
  servers: Partial<Record<ServerName, number>>;
}

/** Where a server comes from: an address in the environment, a container, or a process of this machine. */
export type ServerOrigin = 'environment' | 'container' | 'native';

/** One server that answers. */
export interface StartedServer {
  how: ServerOrigin;
  /** Postgres: the superuser's URL of the `postgres` database; Redis: the URL; Kafka: `host:port`, separated by commas. */
  address: string;
  /** The address with which a component signs in at Redis. Of servers from the environment there is only `address`. */
  addressOf?: (user: RedisUser) => string;
  /** Starts it again on the same port with the same data, and waits until it answers. */
  restart(): Promise<void>;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
}

/** A way to have servers. */
export interface ServerSource<Name extends string> {
  start(name: Name): Promise<StartedServer>;
  /** Process ids by name of what this source started. */
  pids(): Record<string, number>;
  /** Stops all that was started. */
  close(): Promise<void>;
}
