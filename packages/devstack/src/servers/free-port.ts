import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the range that kernels give to outgoing connections (from 32768 on Linux, 49152 elsewhere), so that a server that
// is restarted finds its port still free.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/**
 * Test files that run concurrently draw from separate slices: between a draw and its use, another process could take the
 * port.
 */
const SLICES = 16;
const portsOfSlice = (LAST_PORT - FIRST_PORT) / SLICES;

/** The first port of this process' slice; `JEST_WORKER_ID` numbers Jest's processes from 1. */
export const firstPortOf = (worker: string | undefined): number =>
  FIRST_PORT + (Number(worker ?? 0) % SLICES) * portsOfSlice;

/** The ports that this process has handed out. A port may be listened on later, and looks free until then. */
const given = new Set<number>();

/**
 * A port of 127.0.0.1 that nothing listens on and that was not handed out before; another process can still take it before
 * the caller does.
 */
export async function freePort(): Promise<number> {
  const first = firstPortOf(process.env['JEST_WORKER_ID']);
  for (;;) {
    const port = randomInt(first, first + portsOfSlice);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

/** Whether 127.0.0.1:`port` can be bound at this moment. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
