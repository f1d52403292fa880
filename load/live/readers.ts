import { once } from 'node:events';
import { request } from 'node:http';
import { migrationEvents, migrationSchema } from '@ridgeline/contracts';
import { pause, poll, retryEvery } from '@ridgeline/kit';
import type { Arrival, Away, Ends, Reader, ReaderReport, ReadersTask } from './readers-task.ts';
import { StreamParser, type StreamEvent } from './stream-event.ts';

/**
 * Many readers of the live stream, each like a browser's EventSource: when its connection breaks, it reconnects after the
 * delay that the server set, with the id of the last event that it saw. It then goes to the next gateway, as behind a
 * balancer that knows which one is gone. A refused stream is requested again at the same gateway.
 */
const [{ gateways, readers }] = (await once(process, 'message')) as [ReadersTask];
const stop = new AbortController();
/** Events that have not arrived by then count as missed. */
const patienceMs = 10_000;
const versionSchema = migrationSchema.pick({ id: true, version: true });

class FollowingReader {
  readonly #reader: Reader;
  readonly #arrivals: Arrival[] = [];
  readonly #away: Away[] = [];
  readonly #first = Promise.withResolvers<undefined>();
  #lastId: string | null = null;
  #retryMs = 2_000;
  #lostAt: number | null = null;
  #refusals = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Resolves when it was connected for the first time. */
  get connected(): Promise<undefined> {
    return this.#first.promise;
  }

  get report(): ReaderReport {
    return {
      company: this.#reader.company,
      arrivals: this.#arrivals,
      away: this.#away,
      refusals: this.#refusals,
    };
  }

  hasSeen(ends: Ends): boolean {
    const end = ends[this.#reader.company];
    const last = this.#arrivals.findLast(({ migrationId }) => migrationId === end?.migrationId);
    return end !== undefined && (last?.version ?? 0) >= end.version;
  }

  /** Keeps its stream open until all readers stop; `turn` selects the gateway to begin with. */
  async follow(turn: number): Promise<void> {
    while (!stop.signal.aborted) {
      const answered = await this.#read(gateways[turn % gateways.length] ?? '');
      this.#lostAt ??= Date.now();
      if (answered === null || answered === 200) turn += 1;
      else this.#refusals += 1;
      await pause(this.#retryMs, stop.signal).catch(() => undefined);
    }
  }

  /** Answers with the status when the stream has ended, however it did; null when there was no answer. */
  #read(gateway: string): Promise<number | null> {
    const { cookie } = this.#reader;
    const headers = { cookie, ...(this.#lastId === null ? {} : { 'last-event-id': this.#lastId }) };
    const { promise, resolve } = Promise.withResolvers<number | null>();
    let status: number | null = null;
    const options = { headers, agent: false, signal: stop.signal };
    const asked = request(gateway + migrationEvents.path, options, (response) => {
      status = response.statusCode ?? null;
      const parser = new StreamParser();
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        const at = Date.now();
        for (const event of parser.take(piece)) this.#take(event, at);
      });
      response.on('error', () => undefined);
    });
    asked.on('error', () => undefined);
    asked.on('close', () => resolve(status));
    asked.end();
    return promise;
  }

  #take({ event, id, retry, data }: StreamEvent, at: number): void {
    if (retry !== undefined) this.#retryMs = Number(retry);
    if (id !== undefined) this.#lastId = id;
    if (event === 'connected') {
      if (this.#lostAt !== null) this.#away.push({ from: this.#lostAt, to: at });
      this.#lostAt = null;
      this.#first.resolve(undefined);
    }
    if (event !== 'migration-update' || data === undefined) return;
    const { id: migrationId, version } = versionSchema.parse(JSON.parse(data));
    this.#arrivals.push({ migrationId, version, at });
  }
}

const following = readers.map((reader) => new FollowingReader(reader));
const ended = following.map((reader, turn) => reader.follow(turn));
await Promise.all(following.map(({ connected }) => connected));
const told = once(process, 'message');
process.send?.('connected');
const [ends] = (await told) as [Ends];
const look = (): true | undefined => following.every((reader) => reader.hasSeen(ends)) || undefined;
const waiting = { withinMs: patienceMs, what: 'every reader to see the last version' };
// The reports show which readers are incomplete.
await poll(retryEvery(50), look, waiting).catch(() => undefined);
stop.abort();
await Promise.all(ended);
process.send?.(following.map(({ report }) => report));
// An exit could overtake a report of this length: the parent ends the program.
process.on('disconnect', () => process.exit());
