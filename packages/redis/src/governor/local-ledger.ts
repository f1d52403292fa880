import type { Budget } from './budget.ts';
import { earliestStart } from './earliest-start.ts';
import { keptWindowMs, type Grant, type Ledger, type Reservation } from './reservation.ts';

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
  readonly #blocks = new Map<string, number>();
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
    this.#blocks.set(key, Math.max(this.#blockedUntil(key), this.#now() + Math.ceil(ms)));
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
        const until = this.#blockedUntil(budget.key);
        return until > worst.until ? { until, budget } : worst;
      },
      { until: -Infinity },
    );
    if (previous) {
      if (blocking.until <= previous.startsAt) return { waitMs: 0, startsAt: previous.startsAt };
      void this.release(reservation);
    }
    for (const { key, windowMs } of budgets) this.#forgetBefore(key, now - keptWindowMs(windowMs));
    const from = Math.max(now, blocking.until);
    const startsAt = earliestStart(
      from,
      budgets.map((budget) => this.#budgetLog(budget)),
    );
    for (const { key } of budgets) this.#insert(key, { id, at: startsAt });
    if (startsAt === now) return { waitMs: 0, startsAt };
    const because = this.#reason(startsAt, from, budgets, blocking.budget);
    return { waitMs: startsAt - now, startsAt, ...(because ? { because } : {}) };
  }

  #reason(startsAt: number, from: number, budgets: readonly Budget[], blocking?: Budget): Grant['because'] {
    if (startsAt === from) return blocking && { budget: blocking, blocked: true };
    // The one that alone would let the call start last; any of them is near enough for a message.
    const budget = budgets.toSorted((a, b) => b.windowMs / b.limit - a.windowMs / a.limit)[0];
    return budget && { budget, blocked: false };
  }

  #budgetLog({ key, limit, windowMs }: Budget) {
    const share = Math.max(1, Math.floor((this.#limits.get(key) ?? limit) / this.#replicas));
    return {
      starts: this.#log(key).map((start) => start.at),
      limit: share,
      windowMs: keptWindowMs(windowMs),
    };
  }

  #log(key: string): Start[] {
    return this.#starts.get(key) ?? [];
  }

  #blockedUntil(key: string): number {
    return this.#blocks.get(key) ?? -Infinity;
  }

  #forgetBefore(key: string, time: number): void {
    const kept = this.#log(key).filter((start) => start.at > time);
    if (kept.length > 0) this.#starts.set(key, kept);
    else this.#starts.delete(key);
    if (this.#blockedUntil(key) <= time) this.#blocks.delete(key);
  }

  #insert(key: string, start: Start): void {
    this.#starts.set(
      key,
      [...this.#log(key), start].sort((a, b) => a.at - b.at),
    );
  }
}
