import { migrationEvents } from '@ridgeline/contracts';
import { guardedPath } from '../gateway/gateway-stand.ts';

/** When a person's last request was accepted at one gateway, and when their stream there ended; both on `performance.now()`. */
export interface Watched {
  readonly lastAccepted: number;
  readonly streamEnded: number;
}

/** A person who asks one request after the other until refused, and keeps a stream open until it ends. */
export async function watch(gateway: string, cookie: string): Promise<{ ended: Promise<Watched> }> {
  const stream = await fetch(gateway + migrationEvents.path, { headers: { cookie } });
  if (!stream.ok || !stream.body) throw new Error(`The stream was answered with ${stream.status}`);
  const streamEnded = stream.body
    .pipeTo(new WritableStream())
    .catch(() => undefined)
    .then(() => performance.now());
  const lastAccepted = askUntilRefused(gateway, cookie);
  const ended = Promise.all([lastAccepted, streamEnded]).then(([accepted, closed]) => ({
    lastAccepted: accepted,
    streamEnded: closed,
  }));
  return { ended };
}

async function askUntilRefused(gateway: string, cookie: string): Promise<number> {
  for (let accepted = 0; ;) {
    const sent = performance.now();
    const response = await fetch(gateway + guardedPath, { headers: { cookie } });
    await response.arrayBuffer();
    if (response.status === 401 || response.status === 403) return accepted;
    if (!response.ok) throw new Error(`A request was answered with ${response.status}`);
    accepted = sent;
  }
}
