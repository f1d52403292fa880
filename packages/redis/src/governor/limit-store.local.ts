import { isProbed, isTroubled, limitAt, movedBy, untroubled, type BudgetState } from './budget-state.ts';
import { keptWindowMs, type Budget } from './budget.ts';
import { type Caller, orderOf, type Priority, yieldsToSync } from './call-order.ts';
import {
  companyOf,
  lookAgainMs,
  ownAndShared,
  probeMs,
  type Grant,
  type KnownStates,
  type LimitStore,
  type Reservation,
  type WaitCause,
} from './limit-store.ts';
import type { Change } from './refusal.ts';
import { rememberedMs, syncActiveMs, waysToStart } from './shares.ts';
import { earliestStartInAnyWay, StartLog } from './start-log.ts';

/**
 * This process' own store, used while Redis is unavailable. It cannot see what the other replicas do, so it grants only
 * its share of each limit: one part of `replicas`, and at least one call in each window.
 */
export class LocalLimitStore implements LimitStore {
  readonly #replicas: number;
  readonly #now: () => number;
  readonly #logs = new Map<string, StartLog>();
  readonly #states = new Map<string, BudgetState>();
  readonly #limits = new Map<string, number>();
  /** Until when sync has its share. */
  readonly #syncUntil = new Map<string, number>();

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

  reserve(reservation: Reservation, askedAt?: number): Promise<Grant> {
    return Promise.resolve(this.#reserve(reservation, askedAt));
  }

  release({ id, budgets }: Pick<Reservation, 'id' | 'budgets'>): Promise<void> {
    for (const { key } of budgets) this.#logs.get(key)?.remove(id);
    return Promise.resolve();
  }

  block(key: string, ms: number): Promise<void> {
    this.#blockUntil(key, this.#now() + Math.ceil(ms));
    return Promise.resolve();
  }

  reserveRest(key: string, ms: number): Promise<void> {
    this.#states.set(key, { ...this.#state(key), reservedUntil: this.#now() + ms });
    return Promise.resolve();
  }

  /** Not stored: all replicas need it, and the next answer stores it in Redis again. */
  noteDailyUse(): Promise<void> {
    return Promise.resolve();
  }

  announceSync(keys: readonly string[]): Promise<void> {
    const until = this.#now() + syncActiveMs;
    for (const key of keys) this.#syncUntil.set(key, until);
    return Promise.resolve();
  }

  change(budgets: readonly Budget[], startedAt: number, change: Change): Promise<KnownStates> {
    const now = this.#now();
    const { own, shared } = ownAndShared(budgets);
    if (!own) return Promise.resolve({ now, states: new Map() });
    const ownState = this.#state(own.key);
    const sharedState = shared ? this.#state(shared.key) : untroubled;
    const before = { own, ownState, shared: shared ?? null, sharedState };
    const after = change(before, { now, startedAt: Math.round(startedAt) });
    this.#states.set(own.key, after.ownState);
    if (shared) this.#states.set(shared.key, after.sharedState);
    const known = [[own.key, after.ownState] as const];
    if (shared) known.push([shared.key, after.sharedState]);
    return Promise.resolve({ now, states: new Map(known) });
  }

  learnLimit(key: string, limit: number): Promise<void> {
    this.#limits.set(key, limit);
    return Promise.resolve();
  }

  /**
   * Takes over what the shared store last reported, on this process' clock. Of an earlier time without Redis, only blocks
   * still in force are kept: answers since then are not known here, so a kept refusal would cause needless probes.
   */
  takeOver(states: ReadonlyMap<string, BudgetState>, limits: ReadonlyMap<string, number>): void {
    for (const [key, limit] of limits) this.#limits.set(key, limit);
    const now = this.#now();
    const blocks = [...this.#states].filter(([, { blockedUntil }]) => blockedUntil > now);
    this.#states.clear();
    for (const [key, state] of states) this.#states.set(key, state);
    for (const [key, { blockedUntil }] of blocks) this.#blockUntil(key, blockedUntil);
  }

  #reserve({ id, budgets, priority }: Reservation, before?: number): Grant {
    const now = this.#now();
    const { shared } = ownAndShared(budgets);
    const caller: Caller = { id, priority, company: companyOf(budgets), askedAt: before ?? now };
    const { askedAt } = caller;
    void this.release({ id, budgets });
    if (priority === 'sync') void this.announceSync(budgets.map(({ key }) => key));
    const blocking = this.#blocking(budgets, priority);
    const probed = budgets.find(({ key }) => isProbed(this.#state(key)) && this.#state(key).probeUntil > now);
    if (probed && blocking.until <= now)
      return { waitMs: lookAgainMs, startsAt: -1, askedAt, because: { budget: probed, blocked: true } };

    const rooms = budgets.map((budget) => this.#room(budget, now));
    const ofShared = rooms.find(({ budget }) => budget === shared)?.places ?? [];
    const isAhead = orderOf(caller, before === undefined, now, ofShared);
    const ways = rooms.map((room) => waysToStart(caller, isAhead, room));
    const from = Math.max(now, blocking.until);
    const startsAt = earliestStartInAnyWay(from, ways);
    const isGone = startsAt === now;
    for (const { key } of budgets) this.#log(key).put({ ...caller, at: startsAt, isGone });
    if (isGone) return { waitMs: 0, startsAt, askedAt, isProbe: this.#probe(budgets, now) };
    const because = startsAt === from ? blocking.cause : usedUp(budgets);
    return { waitMs: startsAt - now, startsAt, askedAt, ...(because ? { because } : {}) };
  }

  /** The budget as a call finds it now. */
  #room(budget: Budget, now: number) {
    const windowMs = keptWindowMs(budget);
    const limit = this.#share(budget, now);
    this.#forgetBefore(budget.key, now - rememberedMs(limit, windowMs));
    const places = this.#log(budget.key).placesSince(now - windowMs);
    return { budget, limit, now, places, isSyncActive: (this.#syncUntil.get(budget.key) ?? 0) > now };
  }

  /** Starts a call; if it is a probe, the others wait for its answer. */
  #probe(budgets: readonly Budget[], now: number): boolean {
    const probed = budgets.filter(({ key }) => isProbed(this.#state(key)));
    for (const { key } of probed) this.#states.set(key, { ...this.#state(key), probeUntil: now + probeMs });
    return probed.length > 0;
  }

  /** Until when no call of that priority starts, and why. */
  #blocking(budgets: readonly Budget[], priority: Priority): { until: number; cause?: WaitCause } {
    let worst: { until: number; cause?: WaitCause } = { until: -Infinity };
    for (const budget of budgets) {
      const { blockedUntil, reservedUntil } = this.#state(budget.key);
      if (blockedUntil > worst.until) worst = { until: blockedUntil, cause: { budget, blocked: true } };
      if (yieldsToSync(priority) && reservedUntil > worst.until)
        worst = { until: reservedUntil, cause: { budget, blocked: true, isReserved: true } };
    }
    return worst;
  }

  #blockUntil(key: string, time: number): void {
    const state = this.#state(key);
    this.#states.set(key, { ...state, blockedUntil: Math.max(state.blockedUntil, time) });
  }

  #share({ key, limit }: Budget, now: number): number {
    const narrowed = limitAt(now, this.#limits.get(key) ?? limit, this.#state(key));
    return Math.max(1, Math.floor(narrowed / this.#replicas));
  }

  #log(key: string): StartLog {
    const log = this.#logs.get(key) ?? new StartLog();
    this.#logs.set(key, log);
    return log;
  }

  #state(key: string): BudgetState {
    return this.#states.get(key) ?? untroubled;
  }

  #forgetBefore(key: string, time: number): void {
    const log = this.#log(key);
    log.forgetUntil(time);
    if (log.isEmpty) this.#logs.delete(key);
  }
}

function usedUp(budgets: readonly Budget[]): WaitCause | undefined {
  // The budget that alone would delay the call longest; any of them is accurate enough for a message.
  const budget = budgets.toSorted((a, b) => b.windowMs / b.limit - a.windowMs / a.limit)[0];
  return budget && { budget, blocked: false };
}

/**
 * What the shared store, or the vendor, last reported to this process about its budgets, on this process' clock: the local
 * store starts from it when Redis becomes unavailable. Until then the local store is not used.
 */
export class LastKnown {
  readonly #states = new Map<string, BudgetState>();
  readonly #limits = new Map<string, { readonly limit: number; readonly at: number }>();
  readonly #now: () => number;

  constructor(now: () => number = () => Math.round(performance.now())) {
    this.#now = now;
  }

  /** The limit as the vendor reported it, and when. */
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

  reserveRest(key: string, ms: number): void {
    const known = this.#states.get(key) ?? untroubled;
    this.#states.set(key, { ...known, reservedUntil: this.#now() + ms });
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
