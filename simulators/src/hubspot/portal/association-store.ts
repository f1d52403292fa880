import type { ObjectType } from './object-types.ts';

/** HubSpot's own type ids between two kinds of records; the direction matters (vendors/hubspot.md 10). */
const DEFAULT_TYPES: Readonly<Record<string, number>> = {
  'deals contacts': 3,
  'contacts deals': 4,
  'contacts companies': 279,
  'companies contacts': 280,
  'deals companies': 341,
  'companies deals': 342,
  'contacts tickets': 15,
  'tickets contacts': 16,
  'deals tickets': 27,
  'tickets deals': 28,
  'tickets companies': 339,
  'companies tickets': 340,
};

/** The default association type of a pair, or null when there is none. */
export const defaultTypeId = (from: ObjectType, to: ObjectType): number | null =>
  DEFAULT_TYPES[`${from.name} ${to.name}`] ?? null;

const key = (from: ObjectType, fromId: string, to: ObjectType): string => `${from.name} ${fromId} ${to.name}`;

/** Which records belong together; kept in both directions, repeating one changes nothing. */
export class AssociationStore {
  readonly #links = new Map<string, Set<string>>();
  #pairs = 0;

  /** How many pairs there are. */
  get size(): number {
    return this.#pairs;
  }

  add(from: ObjectType, fromId: string, to: ObjectType, toId: string): void {
    const targets = this.#targets(from, fromId, to);
    if (targets.has(toId)) return;
    this.#pairs += 1;
    targets.add(toId);
    this.#targets(to, toId, from).add(fromId);
  }

  remove(from: ObjectType, fromId: string, to: ObjectType, toId: string): void {
    if (!this.#targets(from, fromId, to).delete(toId)) return;
    this.#pairs -= 1;
    this.#targets(to, toId, from).delete(fromId);
  }

  /** The ids that a record is associated with. */
  of(from: ObjectType, fromId: string, to: ObjectType): string[] {
    return [...(this.#links.get(key(from, fromId, to)) ?? [])];
  }

  #targets(from: ObjectType, fromId: string, to: ObjectType): Set<string> {
    const name = key(from, fromId, to);
    const existing = this.#links.get(name);
    if (existing !== undefined) return existing;
    const created = new Set<string>();
    this.#links.set(name, created);
    return created;
  }
}
