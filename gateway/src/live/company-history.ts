import { LRUCache } from 'lru-cache';

/** One update of a company's migrations, ready to be sent. */
interface LiveEvent {
  /** Grows by one within a company. */
  readonly sequence: number;
  /** The bytes on the wire, made once for all readers. */
  readonly frame: Buffer;
}

/** An event of the stream, as https://html.spec.whatwg.org/multipage/server-sent-events.html writes it. */
export function liveFrame(event: { name: string; id?: number; data: string }): Buffer {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  const data = event.data.replaceAll(/\r\n|\r|\n/g, '\ndata: ');
  return Buffer.from(`${id}event: ${event.name}\ndata: ${data}\n\n`);
}

/** Keeps proxies from closing a quiet stream. It is an event and not the usual comment, because pages cannot see comments. */
export const heartbeatFrame = liveFrame({ name: 'heartbeat', data: '{}' });

/** How long the browser waits before it comes back, in milliseconds. */
export function retryFrame(ms: number): Buffer {
  return Buffer.from(`retry: ${Math.round(ms)}\n\n`);
}

/** A reconnect delay per reader, so that readers that lose their process together do not reconnect simultaneously. */
export const spreadRetryFrame = (): Buffer => retryFrame(500 + Math.random() * 1_500);

/** A migration changed; the id is what the browser resumes from. */
export function updateEvent(sequence: number, migrationJson: string): LiveEvent {
  return { sequence, frame: liveFrame({ name: 'migration-update', id: sequence, data: migrationJson }) };
}

/** How an update relates to the previous ones: the next one, already seen, or with others missing before it. */
export type SequenceStatus = 'next' | 'repeated' | 'after-gap';

/** How much is kept. */
export interface HistoryLimits {
  /** Events of one company. */
  readonly perCompany: number;
  /** Events of all companies; the company that was quiet for longest is forgotten first. */
  readonly inAll: number;
}

/** About 1 KB each, so 20 MB at the most. */
const defaultLimits: HistoryLimits = { perCompany: 500, inAll: 20_000 };

/**
 * The last updates of each company, for browsers that reconnect. Invariant: a company's stored updates have no gaps, so
 * that a replay never leaves anything out.
 */
export class CompanyHistory {
  readonly #perCompany: number;
  /** Evicts the company whose last update is oldest; replays do not count as use. */
  readonly #companies: LRUCache<string, LiveEvent[]>;

  constructor({ perCompany, inAll }: HistoryLimits = defaultLimits) {
    this.#perCompany = perCompany;
    this.#companies = new LRUCache({ maxSize: inAll, sizeCalculation: (events) => events.length });
  }

  /** Stores an update. A repeated one (Kafka delivers at least once) is not stored and need not be sent. */
  add(companyId: string, event: LiveEvent): SequenceStatus {
    const known = this.#companies.peek(companyId) ?? [];
    const last = known.at(-1)?.sequence;
    if (last !== undefined && event.sequence <= last) return 'repeated';
    const follows = last === undefined || event.sequence === last + 1;
    const kept = follows ? known.slice(known.length >= this.#perCompany ? 1 : 0) : [];
    kept.push(event);
    this.#companies.set(companyId, kept);
    return follows ? 'next' : 'after-gap';
  }

  /** The newest update's sequence; null when none is known. */
  newest(companyId: string): number | null {
    return this.#companies.peek(companyId)?.at(-1)?.sequence ?? null;
  }

  /** The updates after a sequence; null when some of them may be missing. */
  after(companyId: string, sequence: number): readonly LiveEvent[] | null {
    const kept = this.#companies.peek(companyId);
    const [first] = kept ?? [];
    const newest = this.newest(companyId);
    if (!kept || !first || newest === null) return null;
    return sequence >= first.sequence - 1 && sequence <= newest
      ? kept.slice(sequence - first.sequence + 1)
      : null;
  }
}
