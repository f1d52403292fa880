import type { Contact } from './contacts.ts';
import type { JobFile } from './job-file.ts';
import type { Job } from './job.ts';

/**
 * The effect of one write on a record; `before` is null for a new one. There is none for a deletion: AccuLynx has no event
 * for it.
 */
export type RecordChange =
  | { readonly kind: 'contact'; readonly before: Contact | null; readonly after: Contact }
  | { readonly kind: 'job'; readonly before: Job | null; readonly after: Job }
  | { readonly kind: 'job file'; readonly job: Job; readonly before: JobFile; readonly after: JobFile };

/** What a company's records need from outside: the time, subscribers, and how far reads lag behind writes. */
export interface RecordWorld {
  readonly now: () => number;
  /** For how many milliseconds reads still show the state before a write that happens now. */
  readonly readLagMs: () => number;
  readonly onChange: (change: RecordChange) => void;
}

/** No subscribers, and reads that never lag. */
export const quietWorld: RecordWorld = { now: () => 0, readLagMs: () => 0, onChange: () => undefined };

/** Records that were written but cannot be read yet. Writes apply to the newest state; reads see the previous one. */
export class TrailingWrites<T extends { readonly id: string }> {
  readonly #world: RecordWorld;
  readonly #pending = new Map<string, { readonly record: T; readonly readableAt: number }>();

  constructor(world: RecordWorld) {
    this.#world = world;
  }

  newest(id: string): T | undefined {
    return this.#pending.get(id)?.record;
  }

  /** Hides a written record from reads; false when it can be read immediately. */
  withhold(record: T): boolean {
    const now = this.#world.now();
    const earlier = this.#pending.get(record.id)?.readableAt ?? 0;
    const readableAt = Math.max(earlier, now + this.#world.readLagMs());
    if (readableAt <= now) return false;
    this.#pending.set(record.id, { record, readableAt });
    return true;
  }

  drop(id: string): void {
    this.#pending.delete(id);
  }

  /** Removes and returns the records that have become readable. */
  takeReadable(): T[] {
    if (this.#pending.size === 0) return [];
    const now = this.#world.now();
    const due = [...this.#pending.values()].filter(({ readableAt }) => readableAt <= now);
    for (const { record } of due) this.#pending.delete(record.id);
    return due.map(({ record }) => record);
  }
}
