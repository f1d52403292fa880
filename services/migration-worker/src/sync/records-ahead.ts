import { maxKindsAhead, roundSize, type ReadAhead, type SyncRound } from '@ridgeline/contracts/internal';

type Place = Pick<SyncRound, 'connectionId' | 'migrationType'>;

/**
 * What lists that are being read hold already of the records that wait. The round that a list is read for needs it to its end;
 * rounds of these records need not wait for that.
 */
export class RecordsAhead {
  readonly #lists = new Set<ListAhead>();
  readonly #onWhole: () => void;

  /** `onWhole`: a list holds another whole round. */
  constructor({ onWhole }: { readonly onWhole: () => void }) {
    this.#onWhole = onWhole;
  }

  /** A round reads a list of its connection and kind, of which these records wait. Ends when disposed of. */
  begin(place: Place, waiting: readonly string[]): ListAhead {
    const list: ListAhead = new ListAhead(place, waiting, {
      onWhole: this.#onWhole,
      onEnd: () => this.#lists.delete(list),
    });
    this.#lists.add(list);
    return list;
  }

  /** The records of a whole round of each list that holds so many. */
  get offers(): readonly ReadAhead[] {
    return [...this.#lists].flatMap((list) => list.offer ?? []).slice(0, maxKindsAhead);
  }

  /** A round was taken: its records wait no more. */
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
  /** Those that wait and were read. */
  readonly #read = new Set<string>();
  readonly #on: ListEvents;

  constructor(place: Place, waiting: readonly string[], on: ListEvents) {
    this.place = place;
    this.#waiting = new Set(waiting);
    this.#on = on;
  }

  /** A record was read and is kept. */
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

  /** These wait no more. Nor is anything offered a second time: it was not due. */
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
