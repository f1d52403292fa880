import type { RedisUser } from '@ridgeline/redis/users';

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
