import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the range that kernels give to outgoing connections (from 32768 on Linux, 49152 elsewhere), so that a server that
// is restarted finds its port still free.
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** What this process has handed out. A port may be listened on later, and looks free until then. */
const given = new Set<number>();

/**
 * A port of 127.0.0.1 that nothing listens on now and that was not handed out before; another process can still take it
 * before the caller does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
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
