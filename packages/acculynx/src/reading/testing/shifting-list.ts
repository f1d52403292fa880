import type { FetchPage, Identified, ListPage, StartIndexMeaning } from '../list-page.ts';

/** What happens to the list right before one of its answers. */
export interface Shift {
  readonly kind: 'insert' | 'delete';
  /** Where, as a share of the list's length. */
  readonly at: number;
}

export interface ShiftingListOptions {
  readonly total: number;
  readonly pageSize: number;
  readonly meaning: StartIndexMeaning;
  /** The answer to an index past the end; `echo` repeats the last page with that page's index. */
  readonly pastEnd: 'repeat' | 'echo' | 'empty' | '416';
  /** Records that are counted but never returned. */
  readonly phantoms?: number;
  readonly tellsCount?: boolean;
  /** What happens before the first, second, … answer. */
  readonly shifts?: readonly (readonly Shift[])[];
  /** Positions of pages that are cut short on the first request, and the share that is left. */
  readonly cut?: readonly { readonly at: number; readonly left: number }[];
  /** How many turns each answer takes: answers may overtake each other. */
  readonly turns?: readonly number[];
}

/** A list in memory that shifts while it is read. */
export class ShiftingList {
  readonly #options: ShiftingListOptions;
  #ids: string[];
  readonly #atStart: readonly string[];
  readonly #deleted = new Set<string>();
  readonly #cut: Map<number, number>;
  #next = 0;
  #calls = 0;
  #answers = 0;
  #running = 0;
  /** Whether the last answer had no count. */
  #untold = false;
  /** The most calls that were in flight at the same time. */
  maxConcurrent = 0;

  constructor(options: ShiftingListOptions) {
    this.#options = options;
    this.#ids = Array.from({ length: options.total }, () => this.#newId());
    this.#atStart = [...this.#ids];
    this.#cut = new Map(options.cut?.map(({ at, left }) => [at, left]));
  }

  get calls(): number {
    return this.#calls;
  }

  get running(): number {
    return this.#running;
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  /** The ids that were in the list all the time. */
  get steadyIds(): readonly string[] {
    return this.#atStart.filter((id) => !this.#deleted.has(id));
  }

  readonly fetch: FetchPage<Identified> = async (startIndex) => {
    const { turns = [] } = this.#options;
    const wait = turns[this.#calls % Math.max(1, turns.length)] ?? 0;
    this.#calls += 1;
    this.#running += 1;
    this.maxConcurrent = Math.max(this.maxConcurrent, this.#running);
    for (let turn = 0; turn < wait; turn += 1) await Promise.resolve();
    this.#running -= 1;
    return this.#answer(startIndex);
  };

  shift({ kind, at }: Shift): void {
    const place = Math.floor(at * this.#ids.length);
    if (kind === 'insert') this.#ids.splice(place, 0, this.#newId());
    else for (const id of this.#ids.splice(place, 1)) this.#deleted.add(id);
  }

  #answer(startIndex: number): ListPage<Identified> {
    const { pageSize, meaning, phantoms = 0, tellsCount = true, pastEnd, shifts = [] } = this.#options;
    const asked = meaning === 'page' ? startIndex * pageSize : startIndex;
    const tells = asked < this.#ids.length || pastEnd !== '416';
    // Between two answers with a count, the total never returns to its former value: no reader could notice that.
    if (tells && !this.#untold) for (const shift of shifts[this.#answers++] ?? []) this.shift(shift);
    const isPast = asked >= this.#ids.length && asked > 0;
    this.#untold = isPast && pastEnd === '416';
    if (this.#untold) return { count: null, startIndex: null, items: [] };
    const last = Math.max(0, Math.ceil(this.#ids.length / pageSize) - 1);
    const start = isPast && pastEnd !== 'empty' ? last * pageSize : asked;
    const left = this.#cut.get(start) ?? 1;
    this.#cut.delete(start);
    const ids = this.#ids.slice(start, start + Math.floor(pageSize * left));
    const echoed = meaning === 'page' ? last : start;
    return {
      count: tellsCount ? this.#ids.length + phantoms : null,
      startIndex: isPast && pastEnd === 'echo' ? echoed : startIndex,
      items: ids.map((id) => ({ id })),
    };
  }

  #newId(): string {
    return `r-${String(this.#next++)}`;
  }
}
