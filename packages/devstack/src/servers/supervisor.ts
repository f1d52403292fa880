/**
 * The parent of a stack's servers: `node supervisor.ts <directory> <owner's pid>`, forked with an IPC channel.
 *
 * It exists because a process that is killed cannot clean up after itself. The channel is the lifeline: however the owner
 * ends, SIGKILL included, the channel closes and this process stops every server and exits. It runs in a session of its
 * own, so that Ctrl-C in the owner's terminal reaches only the owner, which then stops its servers in order.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ServerName,
  ServerProcess,
  StackPids,
  SupervisorMessage,
  SupervisorRequest,
} from './server-process.ts';

interface Running {
  child: ChildProcess;
  pid: number;
  process: ServerProcess;
  exited: Promise<void>;
}

const [directory, owner] = process.argv.slice(2);
if (directory === undefined || owner === undefined || process.send === undefined) {
  throw new Error('The supervisor is started by startServers, not by hand');
}
const pidFile = join(directory, 'pids.json');
const running = new Map<ServerName, Running>();
const inMemory = new Set<string>();
let leaving = false;

function say(message: SupervisorMessage): void {
  // The owner may be gone between the check and the write: 'disconnect' handles that.
  if (process.connected) process.send?.(message, undefined, {}, () => undefined);
}

function recordPids(): void {
  const pids: StackPids = {
    owner: Number(owner),
    supervisor: process.pid,
    servers: Object.fromEntries([...running].map(([name, { pid }]) => [name, pid])),
  };
  writeFileSync(`${pidFile}.new`, JSON.stringify(pids));
  renameSync(`${pidFile}.new`, pidFile);
}

function keepFile({ keeps }: ServerProcess): void {
  if (keeps !== undefined && existsSync(keeps.draft)) renameSync(keeps.draft, keeps.file);
}

function start(name: ServerName, how: ServerProcess): Promise<number> {
  if (how.inMemory !== undefined) inMemory.add(how.inMemory);
  const log = openSync(how.logFile, 'a', 0o600);
  const child = spawn(how.command, how.args, {
    cwd: how.cwd,
    env: { ...process.env, ...how.env },
    stdio: ['ignore', log, log],
    ...how.user,
  });
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) {
    return new Promise((_, reject) => child.once('error', reject));
  }
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      if (running.get(name)?.child === child) running.delete(name);
      if (!leaving) recordPids();
      if (signal === null) keepFile(how);
      say({ say: 'exited', name, pid, code, signal });
      resolve();
    });
  });
  running.set(name, { child, pid, process: how, exited });
  recordPids();
  return Promise.resolve(pid);
}

async function end(name: ServerName, choose: (how: ServerProcess) => NodeJS.Signals): Promise<void> {
  const server = running.get(name);
  if (server === undefined) return;
  server.child.kill(choose(server.process));
  const impatient = setTimeout(() => server.child.kill('SIGKILL'), server.process.stopWithinMs);
  await server.exited;
  clearTimeout(impatient);
}

async function perform(request: SupervisorRequest): Promise<SupervisorMessage> {
  const { id, name } = request;
  if (leaving) throw new Error('The stack is stopping');
  switch (request.ask) {
    case 'start':
      return { say: 'started', id, name, pid: await start(name, request.process) };
    case 'kill':
      await end(name, () => 'SIGKILL');
      return { say: 'done', id };
    case 'stop':
      await end(name, (how) => how.stopSignal);
      return { say: 'done', id };
  }
}

async function leave(): Promise<void> {
  if (leaving) return;
  leaving = true;
  await Promise.all([...running.keys()].map((name) => end(name, (how) => how.closeSignal)));
  for (const folder of inMemory) rmSync(folder, { recursive: true, force: true });
  rmSync(pidFile, { force: true });
  process.exit(0);
}

recordPids();
process.on('message', (request: SupervisorRequest) => {
  perform(request).then(say, (error: unknown) =>
    say({ say: 'refused', id: request.id, reason: String(error) }),
  );
});
for (const event of ['disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(event, () => void leave());
}
