import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { poll, retryEvery } from '@ridgeline/kit';

/** A program in its own process, so that its CPU time is measured separately. */
export interface Program<Ready> {
  readonly pid: number;
  /** What it said when it was ready: its first message. */
  readonly ready: Ready;
  /** Sends it a message and waits for its next one. */
  ask<Answer>(question: Serializable): Promise<Answer>;
  /** Asks it to end, and waits. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** How a program is started. */
export interface ProgramOptions {
  readonly module: URL;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it is to do, sent as its first message: it may be longer than an argument. */
  readonly order?: Serializable;
  /** Options of Node itself, for example `--cpu-prof`. */
  readonly node?: readonly string[];
  /** Where a program that sends no message answers 200 when it is ready. */
  readonly readyUrl?: string;
}

async function answers(url: string): Promise<undefined> {
  const look = async (): Promise<true | undefined> => {
    const response = await fetch(url).catch(() => null);
    return response?.ok ? true : undefined;
  };
  await poll(retryEvery(50), look, { what: url });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** Starts a program and waits until it is ready. It ends with the resources, or with this process. */
export async function startProgram<Ready>(
  resources: AsyncDisposableStack,
  { module, args = [], order, env = {}, node = [], readyUrl }: ProgramOptions,
): Promise<Program<Ready>> {
  const child = fork(module, args, {
    env: { ...process.env, ...env },
    execArgv: [...node],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  resources.defer(() => end(child, 'SIGTERM'));
  if (order !== undefined) child.send(order);
  const gone = once(child, 'exit').then(() => {
    throw new Error(`${module.pathname} ended before it had answered`);
  });
  gone.catch(() => undefined);
  const message = <Said>(): Promise<Said> =>
    Promise.race([once(child, 'message').then(([said]) => said as Said), gone]);
  const ready = await (readyUrl === undefined
    ? message<Ready>()
    : (Promise.race([answers(readyUrl), gone]) as Promise<Ready>));
  return {
    pid: child.pid ?? 0,
    ready,
    ask: (question) => {
      const answer = message<never>();
      child.send(question);
      return answer;
    },
    stop: (signal = 'SIGTERM') => end(child, signal),
  };
}
