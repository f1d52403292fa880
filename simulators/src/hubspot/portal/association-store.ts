import type { LabelStore } from './label-store.ts';
import type { ObjectType } from './object-types.ts';

/** The labels of one pair, by their type ids in each direction. */
type Labels = ReadonlySet<number>;

const key = (from: ObjectType, fromId: string, to: ObjectType): string => `${from.name} ${fromId} ${to.name}`;

/**
 * Which records are associated, and under which labels; stored in both directions, and repeating an association changes
 * nothing.
 */
export class AssociationStore {
  readonly #labels: LabelStore;
  readonly #types: () => readonly ObjectType[];
  readonly #links = new Map<string, Map<string, Labels>>();
  #pairs = 0;

  constructor(labels: LabelStore, types: () => readonly ObjectType[]) {
    this.#labels = labels;
    this.#types = types;
  }

  /** How many pairs there are. */
  get size(): number {
    return this.#pairs;
  }

  /** Associates two records, with labels in the direction from the first to the second; existing labels stay. */
  add(from: ObjectType, fromId: string, to: ObjectType, toId: string, labels: Iterable<number> = []): void {
    const targets = this.#targets(from, fromId, to);
    if (!targets.has(toId)) this.#pairs += 1;
    const all = new Set([...(targets.get(toId) ?? []), ...labels]);
    this.#set(from, fromId, to, toId, all);
  }

  remove(from: ObjectType, fromId: string, to: ObjectType, toId: string): void {
    if (!this.#targets(from, fromId, to).delete(toId)) return;
    this.#pairs -= 1;
    this.#targets(to, toId, from).delete(fromId);
  }

  /** Removes labels from a pair, which stays associated. */
  removeLabels(
    from: ObjectType,
    fromId: string,
    to: ObjectType,
    toId: string,
    labels: readonly number[],
  ): void {
    const before = this.#targets(from, fromId, to).get(toId);
    if (before === undefined) return;
    this.#set(from, fromId, to, toId, new Set([...before].filter((label) => !labels.includes(label))));
  }

  /** The ids that a record is associated with, in order of association. */
  of(from: ObjectType, fromId: string, to: ObjectType): string[] {
    return [...(this.#links.get(key(from, fromId, to))?.keys() ?? [])];
  }

  /** The labels of a pair as seen from its first record. */
  labelsOf(from: ObjectType, fromId: string, to: ObjectType, toId: string): Labels {
    return this.#links.get(key(from, fromId, to))?.get(toId) ?? new Set();
  }

  /** Removes all associations of a record. */
  forget(type: ObjectType, id: string): void {
    for (const other of this.#types())
      for (const otherId of this.of(type, id, other)) this.remove(type, id, other, otherId);
  }

  /** Moves all associations of a record to another one. */
  move(type: ObjectType, id: string, winnerId: string): void {
    for (const other of this.#types()) {
      for (const otherId of this.of(type, id, other))
        this.add(type, winnerId, other, otherId, this.labelsOf(type, id, other, otherId));
    }
    this.forget(type, id);
  }

  #set(from: ObjectType, fromId: string, to: ObjectType, toId: string, labels: Labels): void {
    this.#targets(from, fromId, to).set(toId, labels);
    const inverse = new Set([...labels].map((label) => this.#labels.inverseOf(label)));
    this.#targets(to, toId, from).set(fromId, inverse);
  }

  #targets(from: ObjectType, fromId: string, to: ObjectType): Map<string, Labels> {
    const name = key(from, fromId, to);
    const existing = this.#links.get(name);
    if (existing !== undefined) return existing;
    const created = new Map<string, Labels>();
    this.#links.set(name, created);
    return created;
  }
}
