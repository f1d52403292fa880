import { LRUCache } from 'lru-cache';

/** A record as it was read, and a moment of the orchestrator's database before that. */
interface ReadRecord {
  readonly source: { readonly id: string };
  readonly readAt: string;
}

/** An event is received after what it reports; the two moments come from different clocks. */
export const clockSlackMs = 2_000;

/** Whether a record was read after an event was received that became known at this moment. */
export const isNewerThan = (readAt: string, knownAt: string): boolean =>
  Date.parse(readAt) - clockSlackMs > Date.parse(knownAt);

/** What the connections of this process keep of one kind for their next rounds. All share one bound: the oldest reads go first. */
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

/** What one connection keeps. */
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

  /** How many of these are not kept as new as their events. */
  lacking(records: readonly { readonly sourceId: string; readonly knownAt: string }[]): number {
    return records.filter(({ sourceId, knownAt }) => !this.newerThan(knownAt, sourceId)).length;
  }

  keep(read: Read): void {
    this.#reads.set(this.#key(read.source.id), read);
  }

  /** A record that is due again is read again: what was kept may be older than what was planned of it since. */
  forget(sourceId: string): void {
    this.#reads.delete(this.#key(sourceId));
  }

  #key(sourceId: string): string {
    return `${String(this.#connection)} ${sourceId}`;
  }
}
