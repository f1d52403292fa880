/** What can be held while no slot is free: the subscription to start commands. */
export interface Holdable {
  pause(): void;
  resume(): void;
}

/** Holds the start commands back while no slot is free, so that another worker is not kept from what this one holds. */
export class SlotGate {
  #guarded: Holdable | null = null;
  #open = true;

  /** From here on the gate pauses and resumes this one. */
  guard(holdable: Holdable): void {
    this.#guarded = holdable;
    if (!this.#open) holdable.pause();
  }

  set(open: boolean): void {
    if (open === this.#open) return;
    this.#open = open;
    if (open) this.#guarded?.resume();
    else this.#guarded?.pause();
  }
}
