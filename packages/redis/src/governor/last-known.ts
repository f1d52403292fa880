import { isTroubled, movedBy, untroubled, type BudgetState } from './budget-state.ts';
import type { LocalLimitStore } from './limit-store.local.ts';
import type { KnownStates } from './limit-store.ts';

/**
 * What the shared store, or the vendor, told this process last of its budgets, on this process' clock: with it the local store
 * begins when Redis goes away. Until then the local store is not used.
 */
export class LastKnown {
  readonly #states = new Map<string, BudgetState>();
  readonly #limits = new Map<string, { readonly limit: number; readonly at: number }>();
  readonly #now: () => number;

  constructor(now: () => number = () => Math.round(performance.now())) {
    this.#now = now;
  }

  /** The limit as the vendor told it, and when. */
  limit(key: string): { readonly limit: number; readonly at: number } | undefined {
    return this.#limits.get(key);
  }

  learnLimit(key: string, limit: number): void {
    this.#limits.set(key, { limit, at: this.#now() });
  }

  block(key: string, ms: number): void {
    const known = this.#states.get(key) ?? untroubled;
    const blockedUntil = Math.max(known.blockedUntil, this.#now() + Math.ceil(ms));
    this.#states.set(key, { ...known, blockedUntil });
  }

  remember({ now, states }: KnownStates): void {
    const aheadMs = Math.round(this.#now() - now);
    for (const [key, state] of states)
      if (isTroubled(state, now)) this.#states.set(key, movedBy(aheadMs, state));
      else this.#states.delete(key);
  }

  handTo(local: LocalLimitStore): void {
    local.takeOver(this.#states, new Map([...this.#limits].map(([key, { limit }]) => [key, limit])));
  }
}
