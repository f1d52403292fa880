import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { retry, retryEvery } from '@ridgeline/kit';

/** One process of the product: what to run, with which environment, and where it reports readiness. */
export interface ServiceProcessOptions {
  readonly name: string;
  /** Path of the entry module. */
  readonly entry: string;
  /** Further arguments of its command line. */
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly logDir: string;
  /** Whether processes beside it get CPU time first. */
  readonly inBackground?: boolean;
  /** Answers 200 when the process is ready. */
  readonly readyUrl: string;
  /** Called with how the process ended, when it is restarted after an unexpected end. */
  readonly onRestart?: (how: string) => void;
}

/** A running process of the product. */
export interface ServiceProcess {
  readonly name: string;
  readonly pid: number;
  readonly options: ServiceProcessOptions;
  /** Resolves when the process answers on its ready address; rejects when it has ended or takes too long. */
  ready(): Promise<void>;
  /** Sends SIGTERM and waits; if that is not enough, sends SIGKILL. */
  stop(): Promise<void>;
  /** Sends SIGKILL and waits. */
  kill(): Promise<void>;
  /** Sends any signal (SIGSTOP, SIGCONT). */
  signal(signal: NodeJS.Signals): void;
}

const readyWithinMs = 120_000;
const stopWithinMs = 15_000;
const exitWithParent = fileURLToPath(new URL('exit-with-parent.ts', import.meta.url));

/** On a busy machine, such a process gets a third of the CPU time of another one. */
const inBackground = 5;

/** A process that ended unexpectedly is restarted after this time, as Kubernetes would. */
const restartAfterMs = 500;

/**
 * Starts a process of the product; its output goes to `<logDir>/<name>.log`. Once it has been ready, it is restarted
 * whenever it ends unexpectedly: a service that cannot continue exits and relies on that.
 */
export function startServiceProcess(options: ServiceProcessOptions): ServiceProcess {
  const logFile = join(options.logDir, `${options.name}.log`);
  let child = launch(options, logFile);
  let supervised = false;
  const watch = (): void => {
    child.once('exit', (code, signal) => {
      setTimeout(() => {
        if (!supervised) return;
        child = launch(options, logFile);
        watch();
        options.onRestart?.(signal ?? `exit code ${String(code)}`);
      }, restartAfterMs).unref();
    });
  };
  const finish = (signal: NodeJS.Signals): Promise<void> => {
    supervised = false;
    return end(child, signal);
  };
  watch();
  return {
    name: options.name,
    get pid() {
      return child.pid ?? 0;
    },
    options,
    ready: async () => {
      await untilReady(child, options, logFile);
      supervised = true;
    },
    stop: () => finish('SIGTERM'),
    kill: () => finish('SIGKILL'),
    signal: (signal) => child.kill(signal),
  };
}

function launch(options: ServiceProcessOptions, logFile: string): ChildProcess {
  mkdirSync(options.logDir, { recursive: true });
  const log = openSync(logFile, 'a');
  const child = fork(options.entry, [...(options.args ?? [])], {
    execArgv: ['--import', exitWithParent],
    env: { ...inheritedEnvironment(), ...options.env },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  if (options.inBackground && child.pid !== undefined) setPriority(child.pid, inBackground);
  return child;
}

/** What a process needs from the machine's environment: never this process' own configuration. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, OTEL_EXPORTER_OTLP_ENDPOINT } = process.env;
  return Object.fromEntries(
    Object.entries({ PATH, HOME, TMPDIR, OTEL_EXPORTER_OTLP_ENDPOINT }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

async function untilReady(
  child: ChildProcess,
  options: ServiceProcessOptions,
  logFile: string,
): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const expectReady = async (): Promise<void> => {
    const answer = ended() ? null : await fetch(options.readyUrl, { signal: AbortSignal.timeout(5_000) });
    if (!answer?.ok) throw new Error('It is not ready');
  };
  await retry(retryEvery(100), expectReady, { shouldRetry: () => !ended() && Date.now() < deadline }).catch(
    (cause: unknown) => {
      const what = ended() ? 'ended while it started' : `was not ready within ${readyWithinMs / 1000} s`;
      throw new Error(`${options.name} ${what}:\n${lastLines(logFile)}`, { cause });
    },
  );
}

function lastLines(logFile: string): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
  await exited;
  clearTimeout(force);
}
