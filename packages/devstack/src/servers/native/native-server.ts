import type { KafkaDoor } from './kafka-doors.ts';
import type { ServerName, ServerProcess } from '../server-process.ts';

/** What every native server is told. */
export interface NativeOptions {
  /** The server's own folder, absolute: everything that it writes is inside. */
  directory: string;
  /** Downloads that all stacks of a checkout share. */
  cacheDir: string;
  /** False for stacks that are thrown away: no fsync, and an end without ceremony. */
  durable: boolean;
  log: (line: string) => void;
  /** Kafka's address is a door that is guarded by TLS and SASL. */
  kafkaDoor?: KafkaDoor;
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
