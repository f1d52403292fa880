/** Where in a listing something happens: a number is a position from 0; one beyond the end means the end. */
export type Place = 'front' | 'end' | number;

export type ListName = 'contacts' | 'jobs';

/** One shift of a listing; shifts are in the order in which they happened. */
export interface SourceChange {
  /** Counts from 1 upwards over both lists of a company, without gaps. */
  readonly number: number;
  readonly list: ListName;
  /** Jobs also change from one of their two listings to the other. */
  readonly action: 'inserted' | 'deleted' | 'assigned' | 'unassigned';
  readonly ids: readonly string[];
}

/** Every record that was added to or removed from a company since its data began. */
export class ChangeJournal {
  readonly #changes: SourceChange[] = [];

  record(list: ListName, action: SourceChange['action'], ids: readonly string[]): SourceChange {
    const change = { number: this.#changes.length + 1, list, action, ids };
    this.#changes.push(change);
    return change;
  }

  /** Changes with a higher number than the given one. */
  since(number: number): readonly SourceChange[] {
    return this.#changes.slice(number);
  }
}

/** A listing that shifts: records are added and removed at any place, and all later ones move up or down. */
export interface SourceList {
  /** How many records the listing holds now. */
  readonly count: number;
  /** Their ids in the order of the listing. */
  ids(): string[];
  /** Inserts new records, generated from the seed, consecutively at a place. */
  insert(at: Place, count: number, now: number): SourceChange;
  /** Removes up to `count` consecutive records at a place; `end` means the last ones. */
  deleteAt(at: Place, count: number): SourceChange;
  /** Removes the records with these ids; ids that do not exist are not part of the change. */
  delete(ids: readonly string[]): SourceChange;
}

/** The position of a place in a listing of this many records, where `width` of them must fit after it. */
export function positionOf(at: Place, count: number, width = 0): number {
  if (at === 'front') return 0;
  return at === 'end' ? Math.max(0, count - width) : Math.min(at, count);
}

const DAY = 86_400_000;

/** This many moments, evenly spread between the dates of the two records on either side of a place. */
export function momentsBetween(
  before: string | undefined,
  behind: string | undefined,
  count: number,
): number[] {
  const next = behind === undefined ? null : Date.parse(behind);
  const from = before === undefined ? (next ?? DAY) - DAY : Date.parse(before);
  const until = next ?? from + DAY;
  return Array.from({ length: count }, (_, place) => from + ((until - from) * (place + 1)) / (count + 1));
}
