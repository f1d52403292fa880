import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServerName, ServerProcess, SupervisorMessage, SupervisorRequest } from './server-process.ts';

/** How a server ended, and whether it was asked to. */
export interface Exit {
  how: string;
  asked: boolean;
}

/** A server that the supervisor has started. */
interface RunningServer {
  pid: number;
  /** Settles when the process ends, for any reason. */
  exited: Promise<Exit>;
}

/** The owner's side of the supervisor process. */
export interface Supervisor {
  /** Pids of the supervisor and of every server that runs now. */
  pids(): Record<string, number>;
  start(name: ServerName, process: ServerProcess): Promise<RunningServer>;
  /** Ends a server with SIGKILL and waits until it is gone. */
  kill(name: ServerName): Promise<void>;
  /** Ends a server in order and waits until it is gone. */
  stop(name: ServerName): Promise<void>;
  /** Stops all servers and the supervisor. */
  close(): Promise<void>;
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

/** Forks the supervisor of the servers in `directory` (absolute), which must exist. */
export function openSupervisor(directory: string): Supervisor {
  const child = fork(
    fileURLToPath(new URL('supervisor.ts', import.meta.url)),
    [directory, String(process.pid)],
    {
      detached: true,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answers = new Map<
    number,
    { resolve: (answer: SupervisorMessage) => void; reject: (error: Error) => void }
  >();
  const exits = new Map<number, PromiseWithResolvers<Exit>>();
  const pids = new Map<ServerName, number>();
  const ending = new Set<ServerName>();
  let closing = false;
  let lastId = 0;

  child.on('message', (message) => receive(message as SupervisorMessage));
  void gone.then(() => {
    for (const { reject } of answers.values()) reject(new Error('The supervisor has ended'));
    for (const { resolve } of exits.values()) resolve({ how: 'the supervisor has ended', asked: closing });
  });

  function receive(message: SupervisorMessage): void {
    switch (message.say) {
      case 'started':
        pids.set(message.name, message.pid);
        ending.delete(message.name);
        answers.get(message.id)?.resolve(message);
        answers.delete(message.id);
        return;
      case 'done':
        answers.get(message.id)?.resolve(message);
        answers.delete(message.id);
        return;
      case 'refused':
        answers.get(message.id)?.reject(new Error(message.reason));
        answers.delete(message.id);
        return;
      case 'exited':
        if (pids.get(message.name) === message.pid) pids.delete(message.name);
        exitOf(message.pid).resolve({
          how: message.signal ?? `exit code ${message.code ?? '?'}`,
          asked: ending.has(message.name),
        });
    }
  }

  // Created by whichever comes first: the request to know, or the report that a short-lived process has already ended.
  function exitOf(pid: number): PromiseWithResolvers<Exit> {
    const known = exits.get(pid) ?? Promise.withResolvers<Exit>();
    exits.set(pid, known);
    return known;
  }

  function ask(request: Unnumbered<SupervisorRequest>): Promise<SupervisorMessage> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      answers.set(id, { resolve, reject });
      child.send({ ...request, id }, (error) => {
        if (error) reject(error);
      });
    });
  }

  return {
    pids: () => ({
      ...(child.pid === undefined ? {} : { supervisor: child.pid }),
      ...Object.fromEntries(pids),
    }),
    async start(name, how) {
      const answer = await ask({ ask: 'start', name, process: how });
      if (answer.say !== 'started') throw new Error(`The supervisor answered '${answer.say}' to a start`);
      const { pid } = answer;
      const { promise } = exitOf(pid);
      void promise.then(() => exits.delete(pid));
      return { pid, exited: promise };
    },
    async kill(name) {
      ending.add(name);
      await ask({ ask: 'kill', name });
    },
    async stop(name) {
      ending.add(name);
      await ask({ ask: 'stop', name });
    },
    async close() {
      closing = true;
      if (child.connected) child.disconnect();
      await gone;
    },
  };
}
