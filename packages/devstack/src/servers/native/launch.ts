import { readFile } from 'node:fs/promises';
import { freePort, isFree } from '../free-port.ts';
import type { ServerName, ServerProcess } from '../server-process.ts';
import type { Exit, Supervisor } from '../supervisor-client.ts';
import type { ServerGuard } from './server-guard.ts';

/** The options of every native server. */
export interface NativeOptions {
  /** The server's own folder, absolute: everything that it writes is inside. */
  directory: string;
  /** Downloads that all stacks of a checkout share. */
  cacheDir: string;
  /** False for stacks that are thrown away: no fsync, and no orderly end. */
  durable: boolean;
  log: (line: string) => void;
  /** The server's address accepts TLS only. */
  guard?: ServerGuard | undefined;
}

/** A server that is installed and has its folder prepared; the launcher chooses its ports. */
export interface NativeServer {
  name: ServerName;
  /** How many ports it listens on. */
  ports: number;
  /** Writes the configuration for these ports and says how to start the process. */
  configure(ports: readonly number[]): Promise<ServerProcess>;
  /** Resolves when the server on these ports answers real requests; rejects when `signal` aborts. */
  ready(ports: readonly number[], signal: AbortSignal): Promise<void>;
}

const ATTEMPTS = 4;
const READY_WITHIN_MS = 60_000;

/** A native server that is running. */
export interface Launched {
  ports: readonly number[];
  /** Ends it with SIGKILL. */
  kill: () => Promise<void>;
  /** Ends it in order if it runs, restarts it on the same ports with the same data, and waits until it answers. */
  restart: () => Promise<void>;
}

/**
 * Starts `server` on free ports; if another process takes one of them first, on others. `log` is called when it ends
 * unexpectedly.
 */
export async function launch(
  server: NativeServer,
  supervisor: Supervisor,
  log: (line: string) => void,
): Promise<Launched> {
  const runOn = async (ports: readonly number[]): Promise<void> => {
    const { exited } = await run(server, ports, supervisor);
    void exited.then(({ how, asked }) => {
      if (!asked) log(`${server.name} has ended (${how}); it stays down until the stack is restarted`);
    });
  };
  for (let attempt = 1; ; attempt += 1) {
    const ports = await Promise.all(Array.from({ length: server.ports }, freePort));
    try {
      await runOn(ports);
      return {
        ports,
        kill: () => supervisor.kill(server.name),
        async restart() {
          await supervisor.stop(server.name);
          await runOn(ports);
        },
      };
    } catch (error) {
      const taken = !(await Promise.all(ports.map(isFree))).every(Boolean);
      if (!taken || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Starts it and waits until it answers; `exited` resolves when it has ended. */
async function run(
  server: NativeServer,
  ports: readonly number[],
  supervisor: Supervisor,
): Promise<{ exited: Promise<Exit> }> {
  const how = await server.configure(ports);
  const { exited } = await supervisor.start(server.name, how);
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), READY_WITHIN_MS);
  try {
    await Promise.race([server.ready(ports, giveUp.signal), endedEarly(exited)]);
    return { exited };
  } catch (error) {
    await supervisor.kill(server.name);
    throw new Error(`${server.name} did not start: ${await lastLines(how)}`, { cause: error });
  } finally {
    clearTimeout(timer);
    giveUp.abort();
  }
}

async function endedEarly(exited: Promise<Exit>): Promise<never> {
  const { how } = await exited;
  throw new Error(`ended with ${how}`);
}

async function lastLines({ logFile }: ServerProcess): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return `${text.trimEnd().split('\n').slice(-15).join('\n')}\n(${logFile})`;
}
