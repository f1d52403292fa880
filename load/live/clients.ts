import { setTimeout as delay } from 'node:timers/promises';
import { migrationEvents } from '@ridgeline/contracts';
import { z } from 'zod';
import type { Arrival, ClientsReport, ClientsTask, Ends } from './clients-task.ts';

/**
 * Many readers of the live stream, each as a browser's EventSource is: it comes back after the wait that the server asked
 * for, with the id of the last event that it has seen.
 */
const [task] = await new Promise<[ClientsTask]>((resolve) =>
  process.once('message', (told) => resolve([told as ClientsTask])),
);
const arrivals: Arrival[] = [];
const awayMs: number[] = [];
const stop = new AbortController();
/** After it what has not come counts as missed. */
const lastWaitMs = 10_000;
const updateSchema = z.object({ id: z.int(), version: z.int() });

interface Reader {
  readonly client: number;
  lastId: number | null;
  retryMs: number;
  openedAt: number;
}

/** Takes one event of the stream apart; `retry` and ids count for the next connection. */
function take(reader: Reader, block: string): void {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const [id, retry] = [fields.get('id'), fields.get('retry')];
  if (retry !== undefined) reader.retryMs = Number(retry);
  if (id !== undefined) reader.lastId = Number(id);
  if (fields.get('event') !== 'migration-update') return;
  const { id: migrationId, version } = updateSchema.parse(JSON.parse(fields.get('data') ?? ''));
  const { client, openedAt } = reader;
  arrivals.push({ client, sequence: Number(id), migrationId, version, at: Date.now(), openedAt });
}

async function read(reader: Reader, gateway: string, onOpen: () => void): Promise<void> {
  const headers = {
    cookie: task.cookies[reader.client] ?? '',
    ...(reader.lastId === null ? {} : { 'last-event-id': String(reader.lastId) }),
  };
  const { ok, status, body } = await fetch(gateway + migrationEvents.path, { headers, signal: stop.signal });
  if (!ok || !body) throw new Error(`The stream was answered with ${status}`);
  onOpen();
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) take(reader, block);
  }
}

async function follow(client: number, onFirst: () => void): Promise<void> {
  const reader: Reader = { client, lastId: null, retryMs: 2_000, openedAt: 0 };
  let lostAt: number | null = null;
  for (let turn = client; !stop.signal.aborted; turn += 1) {
    const gateway = task.gateways[turn % task.gateways.length] ?? '';
    const opened = () => {
      reader.openedAt = Date.now();
      if (lostAt !== null) awayMs.push(reader.openedAt - lostAt);
      lostAt = null;
      onFirst();
    };
    await read(reader, gateway, opened).catch(() => undefined);
    lostAt ??= Date.now();
    await delay(reader.retryMs, undefined, { signal: stop.signal }).catch(() => undefined);
  }
}

const opened = new Set<number>();
const all = task.cookies.map((_, client) =>
  follow(client, () => {
    opened.add(client);
    if (opened.size === task.cookies.length) process.send?.('opened');
  }),
);
const ends = await new Promise<Ends>((resolve) => process.once('message', (told) => resolve(told as Ends)));
const hasEnded = (): boolean => {
  const done = new Set(
    arrivals
      .filter(({ migrationId, version }) => version >= (ends[migrationId] ?? Infinity))
      .map(({ client }) => client),
  );
  return done.size === task.cookies.length;
};
for (const deadline = Date.now() + lastWaitMs; !hasEnded() && Date.now() < deadline;) await delay(100);
stop.abort();
await Promise.all(all);
const report: ClientsReport = { arrivals, awayMs };
process.send?.(report);
process.disconnect();
