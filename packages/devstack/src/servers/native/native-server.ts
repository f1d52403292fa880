import type { ServerName, ServerProcess } from '../server-process.ts';
import type { ServerGuard } from './server-guard.ts';

/** What every native server is told. */
export interface NativeOptions {
  /** The server's own folder, absolute: everything that it writes is inside. */
  directory: string;
  /** Downloads that all stacks of a checkout share. */
  cacheDir: string;
  /** False for stacks that are thrown away: no fsync, and an end without ceremony. */
  durable: boolean;
  log: (line: string) => void;
  /** The server's address is reached by TLS only. */
  guard?: ServerGuard | undefined;
}

/** A server that is installed and has its folder prepared, to be run on ports that the launcher chooses. */
export interface NativeServer {
  name: ServerName;
  /** How many ports it listens on. */
  ports: number;
  /** Writes the configuration for these ports and says how to start the process. */
  configure(ports: readonly number[]): Promise<ServerProcess>;
  /** Resolves when the server on these ports answers real requests; gives up when `signal` aborts. */
  ready(ports: readonly number[], signal: AbortSignal): Promise<void>;
}
