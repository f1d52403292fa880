import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Product } from '@ridgeline/devstack';

/** Clock ticks in a second, in which Linux counts CPU time. */
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** User and system time out of a `stat` file of a process or a thread, in seconds to the hundredth. */
function secondsOf(file: string): number {
  const stat = readFileSync(file, 'utf8');
  // The second field is the program's name in brackets and may hold spaces; utime and stime are fields 14 and 15.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / ticksPerSecond;
}

/** CPU time of a running process, in seconds to the hundredth; from `/proc`, so on Linux only. */
export function cpuSeconds(pid: number): number {
  return secondsOf(`/proc/${pid}/stat`);
}

/** CPU time of a process' worker threads (`node:worker_threads`), which Node names so. */
export function workerCpuSeconds(pid: number): number {
  const workers = readdirSync(`/proc/${pid}/task`)
    .map((thread) => `/proc/${pid}/task/${thread}`)
    .filter((thread) => readFileSync(`${thread}/comm`, 'utf8').trim() === 'WorkerThread');
  return workers.reduce((sum, thread) => sum + secondsOf(`${thread}/stat`), 0);
}

/** CPU time that the whole machine has spent on anything. */
export function machineCpuSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  )
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) / ticksPerSecond;
}

/** CPU time that all running instances of a service have spent, in seconds. */
export function serviceCpuSeconds({ description }: Product, service: string): number {
  const { instances = [] } = description.services[service] ?? {};
  return instances.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
}
