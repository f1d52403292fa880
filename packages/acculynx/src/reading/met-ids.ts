/** How an id is met: for the first time in this reading, for the first time in this pass, or again in this pass. */
export type Meeting = 'first' | 'in another pass' | 'again';

/** The ids that a reading has met, each with the last pass that met it. */
export class MetIds {
  readonly #passOf = new Map<string, number>();

  /** All that were met. */
  get size(): number {
    return this.#passOf.size;
  }

  meet(id: string, pass: number): Meeting {
    const before = this.#passOf.get(id);
    if (before === pass) return 'again';
    this.#passOf.set(id, pass);
    return before === undefined ? 'first' : 'in another pass';
  }

  isOf(id: string, pass: number): boolean {
    return this.#passOf.get(id) === pass;
  }
}
