import { keptWindowMs, type Budget } from './budget.ts';
import { isProbed, narrowed, type BudgetState } from './budget-state.ts';

/** The budgets of a call with what is known of them: its own, and the one that it shares with other credentials. */
export interface Troubled {
  readonly own: Budget;
  readonly ownState: BudgetState;
  readonly shared: Budget | null;
  readonly sharedState: BudgetState;
}

/** The store's time, and when a call began on its clock. */
interface CallTimes {
  readonly now: number;
  readonly startedAt: number;
}

export interface Refusal extends CallTimes {
  /** The wait that the vendor asks for, if any. */
  readonly retryAfterMs: number | null;
}

export type NewStates = Pick<Troubled, 'ownState' | 'sharedState'>;

/** Changes what is known of a call's budgets; it is called again if others changed them concurrently. */
export type Change = (states: Troubled, times: CallTimes) => NewStates;

/** The maximum pause of a credential that is refused again and again. */
const maxPauseMs = 30_000;
/** The maximum ban of a shared limit that is refused again and again. */
const maxBanMs = 240_000;
/** A call that began this much later than another one has reached the vendor after it. */
const laterMs = 50;
/** A suspicion that is never cleared up is forgotten after this time. */
const suspectedForMs = 60_000;

/**
 * The effect of a refusal that does not say which limit was hit (docs/adr/0025): the credential's own, which is free again
 * after its window, or the shared one, whose breach blocks all callers for long. It was the shared one if another
 * credential is refused too, without a successful call in between. A repeated refusal of the same credential proves nothing
 * about the others; it pauses as long as all would, because it may be the only caller in a ban.
 */
export function refused(troubled: Troubled, refusal: Refusal): NewStates {
  const { ownState: before } = troubled;
  const isRepeated = before.refusals > 0 && wasLetGoBefore(before, troubled.own, refusal);
  const ownState = isRepeated ? laterOf(before, refusal) : ownRefused(troubled, refusal);
  return { ownState, sharedState: sharedRefused(troubled, refusal) };
}

/** The effect of an answer: a refusal from before that call began no longer counts. */
export function answered({ ownState, sharedState }: NewStates, startedAt: number): NewStates {
  const isLater = (state: BudgetState): boolean =>
    isProbed(state) && startedAt > state.refusedStart + laterMs;
  return {
    // The pause after a refusal is kept, because it lets the window pass; a ban is disproved.
    ownState: isLater(ownState) ? { ...ownState, refusals: 0, probeUntil: 0 } : ownState,
    sharedState: isLater(sharedState)
      ? { ...sharedState, refusals: 0, suspectedBy: '', probeUntil: 0, blockedUntil: 0 }
      : sharedState,
  };
}

/**
 * Whether a refused call was granted before the refusal was known: no call is granted within the window after it, so a call
 * that began there began late (a busy process, a new connection).
 */
const wasLetGoBefore = ({ refusedAt }: BudgetState, { windowMs }: Budget, { startedAt }: Refusal): boolean =>
  startedAt <= refusedAt + windowMs;

const laterOf = (state: BudgetState, { startedAt }: Refusal): BudgetState => ({
  ...state,
  refusedStart: Math.max(state.refusedStart, startedAt),
});

/** The pause of a credential after repeated refusals. */
function longerPause({ own, shared, sharedState }: Troubled, refusals: number): number {
  const isLone = sharedState.suspectedBy === own.key && sharedState.refusals === 0;
  return isLone && shared?.banMs !== undefined
    ? Math.min(maxBanMs, shared.banMs * 2 ** (refusals - 2))
    : Math.min(maxPauseMs, own.windowMs * 2 ** (refusals - 1));
}

function ownRefused(troubled: Troubled, refusal: Refusal): BudgetState {
  const { own, ownState } = troubled;
  const { now, startedAt, retryAfterMs } = refusal;
  const refusals = ownState.refusals + 1;
  const pause = refusals === 1 ? keptWindowMs(own) : longerPause(troubled, refusals);
  return {
    ...narrowed(ownState, own, now),
    refusals,
    refusedAt: now,
    refusedStart: startedAt,
    probeUntil: 0,
    blockedUntil: Math.max(ownState.blockedUntil, now + Math.max(pause, retryAfterMs ?? 0)),
  };
}

function sharedRefused({ own, shared, sharedState }: Troubled, refusal: Refusal): BudgetState {
  const { now } = refusal;
  if (shared?.banMs === undefined) return sharedState;
  const state =
    now - sharedState.refusedAt > suspectedForMs && sharedState.refusals === 0
      ? untouched(sharedState)
      : sharedState;
  if (state.refusals > 0)
    return wasLetGoBefore(state, shared, refusal) ? laterOf(state, refusal) : banned(state, shared, refusal);
  if (state.suspectedBy === '') return suspected(state, shared, own.key, refusal);
  // Others may try now: whether they are answered decides.
  if (state.suspectedBy === own.key) return { ...laterOf(state, refusal), refusedAt: now, probeUntil: 0 };
  return banned(state, shared, refusal);
}

const untouched = (state: BudgetState): BudgetState => ({ ...state, suspectedBy: '', refusedStart: 0 });

/** All callers pause until the calls in flight are answered. */
function suspected(state: BudgetState, shared: Budget, by: string, { now, startedAt }: Refusal): BudgetState {
  const stillMs = Math.min(Math.max(2 * (now - startedAt), 100), shared.windowMs);
  return {
    ...state,
    suspectedBy: by,
    refusedAt: now,
    refusedStart: startedAt,
    probeUntil: 0,
    blockedUntil: Math.max(state.blockedUntil, now + stillMs),
  };
}

function banned(state: BudgetState, shared: Budget, { now, startedAt, retryAfterMs }: Refusal): BudgetState {
  const refusals = state.refusals + 1;
  const ban = Math.min(maxBanMs, (shared.banMs ?? 0) * 2 ** (refusals - 1));
  return {
    ...narrowed(state, shared, now),
    refusals,
    refusedAt: now,
    refusedStart: Math.max(state.refusedStart, startedAt),
    probeUntil: 0,
    blockedUntil: Math.max(state.blockedUntil, now + Math.max(ban, retryAfterMs ?? 0)),
  };
}
