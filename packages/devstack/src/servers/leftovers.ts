import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { poll, retryEvery } from '@ridgeline/kit';
import { isAlive } from './is-alive.mjs';
import type { StackPids } from './server-process.ts';

const PATIENCE_MS = 15_000;

/**
 * Clears `directory` for a new stack: ends what a killed run left there. Throws when a stack with a living owner runs in
 * it, because two stacks cannot share their data.
 */
export async function clearLeftovers(directory: string): Promise<void> {
  const pids = readPids(directory);
  if (pids === undefined) return;
  if (isOurs(pids.supervisor, directory)) {
    if (isAlive(pids.owner)) {
      throw new Error(`A stack runs in ${directory} already (process ${pids.owner}): stop it first`);
    }
    // Its owner is gone, so it is stopping its servers right now.
    await gone(pids.supervisor, directory);
  }
  const servers = Object.values(pids.servers).filter((pid) => isOurs(pid, directory));
  for (const pid of servers) signal(pid, 'SIGINT');
  await Promise.all(servers.map((pid) => gone(pid, directory)));
  rmSync(join(directory, 'pids.json'), { force: true });
}

async function gone(pid: number, directory: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  const look = (): true | undefined => {
    if (!isOurs(pid, directory)) return true;
    if (Date.now() > deadline) signal(pid, 'SIGKILL');
    return undefined;
  };
  await poll(retryEvery(20), look, { what: `process ${pid} to end` });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function readPids(directory: string): StackPids | undefined {
  try {
    return JSON.parse(readFileSync(join(directory, 'pids.json'), 'utf8')) as StackPids;
  } catch {
    return undefined;
  }
}

/**
 * Whether the process belongs to this directory's stack. Process ids are reused, so the number alone proves nothing: the
 * command line must name the directory, or the process must have it as its working directory (Redis overwrites its command
 * line).
 */
function isOurs(pid: number, directory: string): boolean {
  return isAlive(pid) && (commandLine(pid).includes(directory) || isInside(workingDirectory(pid), directory));
}

/** Ids of the processes whose working directory is inside `folder`. Known on Linux only; empty elsewhere. */
export function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => isInside(workingDirectory(pid), folder));
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function workingDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
