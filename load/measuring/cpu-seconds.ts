import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Clock ticks in a second, in which Linux counts CPU time. */
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** CPU time of a running process, user and system, in seconds to the hundredth; from `/proc`, so on Linux only. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets and may hold spaces; utime and stime are fields 14 and 15.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / ticksPerSecond;
}
