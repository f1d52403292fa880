import type { Budget } from './budget.ts';

/** What is known of a budget's refusals, in addition to the calls that it has granted. Times are in ms on the store's clock, 0 for never. */
export interface BudgetState {
  /** No call starts before then. */
  readonly blockedUntil: number;
  /** Until then only calls of people and sync start: the rest of the vendor's day is theirs. */
  readonly reservedUntil: number;
  /** The limit after the last refusal, and since when. */
  readonly narrowedTo: number;
  readonly narrowedAt: number;
  /** Consecutive refusals, each of a call that began after the previous one was known. */
  readonly refusals: number;
  /** When the last one became known, and the latest start of a call that was refused. */
  readonly refusedAt: number;
  readonly refusedStart: number;
  /** For a shared budget: the first credential that was refused, while the reason is unknown. */
  readonly suspectedBy: string;
  /** Until then, other calls wait for the answer to a single probe. */
  readonly probeUntil: number;
}

export const untroubled: BudgetState = {
  blockedUntil: 0,
  reservedUntil: 0,
  narrowedTo: 0,
  narrowedAt: 0,
  refusals: 0,
  refusedAt: 0,
  refusedStart: 0,
  suspectedBy: '',
  probeUntil: 0,
};

/** After this long without a refusal, a narrowed limit regains one step of a tenth. */
export const widenEveryMs = 30_000;

/** How much a limit is narrowed and widened at a time. */
const stepOf = (limit: number): number => Math.max(1, Math.floor(limit / 10));

/** The limit as narrowed at a given time. The Lua script `reserve` computes the same. */
export function limitAt(now: number, limit: number, { narrowedTo, narrowedAt }: BudgetState): number {
  if (narrowedAt === 0) return limit;
  const steps = Math.floor((now - narrowedAt) / widenEveryMs);
  return Math.max(1, Math.min(limit, narrowedTo + steps * stepOf(limit)));
}

/** The state with its limit narrowed by one step. */
export function narrowed(state: BudgetState, { limit }: Budget, now: number): BudgetState {
  return { ...state, narrowedTo: Math.max(1, limitAt(now, limit, state) - stepOf(limit)), narrowedAt: now };
}

/** Whether the next call is a probe, for whose answer the others wait. */
export function isProbed({ refusals, suspectedBy }: BudgetState): boolean {
  return refusals > 0 || suspectedBy !== '';
}

/** Whether the state has an effect after `now`: a block, a narrower limit, or a refusal. */
export function isTroubled(state: BudgetState, now: number): boolean {
  return state.blockedUntil > now || state.narrowedAt !== 0 || isProbed(state);
}

/** The same state on a clock that is `ms` ahead; times that were never set stay so. */
export function movedBy(ms: number, state: BudgetState): BudgetState {
  const moved = (time: number): number => (time === 0 ? 0 : time + ms);
  return {
    ...state,
    blockedUntil: moved(state.blockedUntil),
    reservedUntil: moved(state.reservedUntil),
    narrowedAt: moved(state.narrowedAt),
    refusedAt: moved(state.refusedAt),
    refusedStart: moved(state.refusedStart),
    probeUntil: moved(state.probeUntil),
  };
}
