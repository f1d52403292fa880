import { maxKindsAhead, roundSize, type ReadAhead, type SyncRound } from '@ridgeline/contracts/internal';

type Place = Pick<SyncRound, 'connectionId' | 'migrationType'>;

/**
 * Waiting records that were already read as part of a list that is still being read. The round that reads the list needs all
 * of it; rounds of these records need not wait for that.
 */
export class RecordsAhead {
  readonly #lists = new Set<ListAhead>();
  readonly #onWhole: () => void;

  /** `onWhole`: a list contains enough records for another whole round. */
  constructor({ onWhole }: { readonly onWhole: () => void }) {
    this.#onWhole = onWhole;
  }

  /** A round begins to read a list of its connection and kind; `waiting` are the waiting records. Ends when disposed. */
  begin(place: Place, waiting: readonly string[]): ListAhead {
    const list: ListAhead = new ListAhead(place, waiting, {
      onWhole: this.#onWhole,
      onEnd: () => this.#lists.delete(list),
    });
    this.#lists.add(list);
    return list;
  }

  /** The records of a whole round, for each list that contains enough of them. */
  get offers(): readonly ReadAhead[] {
    return [...this.#lists].flatMap((list) => list.offer ?? []).slice(0, maxKindsAhead);
  }

  /** A round was taken: its records no longer wait. */
  taken(round: Place & Pick<SyncRound, 'records'>): void {
    for (const list of this.#lists)
      if (list.place.connectionId === round.connectionId && list.place.migrationType === round.migrationType)
        list.take(round.records.map(({ sourceId }) => sourceId));
  }
}

interface ListEvents {
  readonly onWhole: () => void;
  readonly onEnd: () => void;
}

/** A list that is being read. */
class ListAhead implements Disposable {
  readonly place: Place;
  readonly #waiting: Set<string>;
  /** Waiting records that have been read. */
  readonly #read = new Set<string>();
  readonly #on: ListEvents;

  constructor(place: Place, waiting: readonly string[], on: ListEvents) {
    this.place = place;
    this.#waiting = new Set(waiting);
    this.#on = on;
  }

  /** A record was read, and is kept. */
  note(sourceId: string): void {
    if (!this.#waiting.delete(sourceId)) return;
    this.#read.add(sourceId);
    if (this.#read.size === roundSize) this.#on.onWhole();
  }

  get offer(): ReadAhead | null {
    if (this.#read.size < roundSize) return null;
    const { connectionId, migrationType } = this.place;
    return { connectionId, migrationType, sourceIds: [...this.#read].slice(0, roundSize) };
  }

  /** These records no longer wait. Nothing is offered twice either: it was not due. */
  take(sourceIds: readonly string[]): void {
    for (const id of [...(this.offer?.sourceIds ?? []), ...sourceIds]) {
      this.#waiting.delete(id);
      this.#read.delete(id);
    }
  }

  [Symbol.dispose](): void {
    this.#on.onEnd();
  }
}
