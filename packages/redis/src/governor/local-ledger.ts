import { keptWindowMs, type Budget } from './budget.ts';
import { isProbed, limitAt, untroubled, type BudgetState } from './budget-state.ts';
import { earliestStart } from './earliest-start.ts';
import type { NewStates, Troubled } from './refusal.ts';
import {
  lookAgainMs,
  ownAndShared,
  probeMs,
  type Grant,
  type Ledger,
  type Reservation,
} from './reservation.ts';

interface Start {
  readonly id: string;
  readonly at: number;
}

/**
 * This process' own ledger, for as long as Redis is away. It cannot see what the other replicas do, so it grants only
 * its share of each limit: one part of `replicas`, and at least one call in each window.
 */
export class LocalLedger implements Ledger {
  readonly #replicas: number;
  readonly #now: () => number;
  readonly #starts = new Map<string, Start[]>();
  readonly #states = new Map<string, BudgetState>();
  readonly #limits = new Map<string, number>();

  constructor({
    replicas,
    now = () => Math.round(performance.now()),
  }: {
    replicas: number;
    now?: () => number;
  }) {
    this.#replicas = replicas;
    this.#now = now;
  }

  reserve(reservation: Reservation, previous?: Grant): Promise<Grant> {
    return Promise.resolve(this.#reserve(reservation, previous));
  }

  release({ id, budgets }: Reservation): Promise<void> {
    for (const { key } of budgets)
      this.#starts.set(
        key,
        this.#log(key).filter((start) => start.id !== id),
      );
    return Promise.resolve();
  }

  block(key: string, ms: number): Promise<void> {
    const blockedUntil = Math.max(this.#state(key).blockedUntil, this.#now() + Math.ceil(ms));
    this.#states.set(key, { ...this.#state(key), blockedUntil });
    return Promise.resolve();
  }

  change(budgets: readonly Budget[], change: (states: Troubled, now: number) => NewStates): Promise<void> {
    const { own, shared } = ownAndShared(budgets);
    if (!own) return Promise.resolve();
    const ownState = this.#state(own.key);
    const sharedState = shared ? this.#state(shared.key) : untroubled;
    const after = change({ own, ownState, shared: shared ?? null, sharedState }, this.#now());
    this.#states.set(own.key, after.ownState);
    if (shared) this.#states.set(shared.key, after.sharedState);
    return Promise.resolve();
  }

  learnLimit(key: string, limit: number): Promise<void> {
    this.#limits.set(key, limit);
    return Promise.resolve();
  }

  #reserve(reservation: Reservation, previous?: Grant): Grant {
    const { id, budgets } = reservation;
    const now = this.#now();
    const blocking = budgets.reduce<{ until: number; budget?: Budget }>(
      (worst, budget) => {
        const until = this.#state(budget.key).blockedUntil;
        return until > worst.until ? { until, budget } : worst;
      },
      { until: -Infinity },
    );
    const probed = budgets.find(({ key }) => {
      const state = this.#state(key);
      return isProbed(state) && state.probeUntil > now;
    });
    if (previous) {
      if (blocking.until <= previous.startsAt && !probed) return this.#go(budgets, previous.startsAt);
      void this.release(reservation);
    }
    if (probed && blocking.until <= now)
      return { waitMs: lookAgainMs, startsAt: -1, held: true, because: { budget: probed, blocked: true } };
    for (const budget of budgets) this.#forgetBefore(budget.key, now - keptWindowMs(budget));
    const from = Math.max(now, blocking.until);
    const startsAt = earliestStart(
      from,
      budgets.map((budget) => this.#budgetLog(budget, now)),
    );
    for (const { key } of budgets) this.#insert(key, { id, at: startsAt });
    if (startsAt === now) return this.#go(budgets, startsAt);
    const because = this.#reason(startsAt, from, budgets, blocking.budget);
    return { waitMs: startsAt - now, startsAt, ...(because ? { because } : {}) };
  }

  /** The call starts now; where one is probed, the others wait for its answer. */
  #go(budgets: readonly Budget[], startsAt: number): Grant {
    for (const { key } of budgets) {
      const state = this.#state(key);
      if (isProbed(state)) this.#states.set(key, { ...state, probeUntil: this.#now() + probeMs });
    }
    return { waitMs: 0, startsAt };
  }

  #reason(startsAt: number, from: number, budgets: readonly Budget[], blocking?: Budget): Grant['because'] {
    if (startsAt === from) return blocking && { budget: blocking, blocked: true };
    // The one that alone would let the call start last; any of them is near enough for a message.
    const budget = budgets.toSorted((a, b) => b.windowMs / b.limit - a.windowMs / a.limit)[0];
    return budget && { budget, blocked: false };
  }

  #budgetLog(budget: Budget, now: number) {
    const { key, limit } = budget;
    const narrowed = limitAt(now, this.#limits.get(key) ?? limit, this.#state(key));
    const share = Math.max(1, Math.floor(narrowed / this.#replicas));
    return {
      starts: this.#log(key).map((start) => start.at),
      limit: share,
      windowMs: keptWindowMs(budget),
    };
  }

  #log(key: string): Start[] {
    return this.#starts.get(key) ?? [];
  }

  #state(key: string): BudgetState {
    return this.#states.get(key) ?? untroubled;
  }

  #forgetBefore(key: string, time: number): void {
    const kept = this.#log(key).filter((start) => start.at > time);
    if (kept.length > 0) this.#starts.set(key, kept);
    else this.#starts.delete(key);
  }

  #insert(key: string, start: Start): void {
    this.#starts.set(
      key,
      [...this.#log(key), start].sort((a, b) => a.at - b.at),
    );
  }
}
