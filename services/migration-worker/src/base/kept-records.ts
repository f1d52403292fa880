import { LRUCache } from 'lru-cache';

/** A record as it was read, and a moment of the orchestrator's database before that. */
interface ReadRecord {
  readonly source: { readonly id: string };
  readonly readAt: string;
}

/** The clocks that date a read and the receipt of an event may differ by this much. */
export const clockSlackMs = 2_000;

/** Whether a record was read after the event that became known at this time was received. */
export const isNewerThan = (readAt: string, knownAt: string): boolean =>
  Date.parse(readAt) - clockSlackMs > Date.parse(knownAt);

/**
 * The records of one kind that this process keeps for its connections' next rounds. All connections share one limit: the
 * oldest reads are dropped first.
 */
export class SharedKeep<Read extends ReadRecord> {
  readonly #reads: LRUCache<string, Read>;
  #connections = 0;

  constructor(max: number) {
    this.#reads = new LRUCache({ max });
  }

  ofConnection(): KeptRecords<Read> {
    this.#connections += 1;
    return new KeptRecords(this.#reads, this.#connections);
  }
}

/** The records kept for one connection. */
export class KeptRecords<Read extends ReadRecord> {
  readonly #reads: LRUCache<string, Read>;
  readonly #connection: number;

  constructor(reads: LRUCache<string, Read>, connection: number) {
    this.#reads = reads;
    this.#connection = connection;
  }

  get(sourceId: string): Read | undefined {
    return this.#reads.peek(this.#key(sourceId));
  }

  /** A record that was read after this event of it was received. */
  newerThan(knownAt: string, sourceId: string): Read | undefined {
    const read = this.get(sourceId);
    return read && isNewerThan(read.readAt, knownAt) ? read : undefined;
  }

  /** How many of these are not kept in a version newer than their events. */
  lacking(records: readonly { readonly sourceId: string; readonly knownAt: string }[]): number {
    return records.filter(({ sourceId, knownAt }) => !this.newerThan(knownAt, sourceId)).length;
  }

  keep(read: Read): void {
    this.#reads.set(this.#key(read.source.id), read);
  }

  /** A record that is due again must be read again: the kept version may be older than a later plan. */
  forget(sourceId: string): void {
    this.#reads.delete(this.#key(sourceId));
  }

  #key(sourceId: string): string {
    return `${String(this.#connection)} ${sourceId}`;
  }
}
