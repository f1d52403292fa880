import type { Budget, DailyUse } from './budget.ts';
import type { WaitCause } from './limit-store.ts';
import type { Priority } from './call-order.ts';

// How a call gets its place:
//
//   acquire     shared-governor.ts     asks a store, sleeps as long as it says, and asks again until the call may go
//     wait      for a window           the limit is used up: until the oldest call has left it, in the order of call-order.ts
//                                      (people, sync, migrations, background) and within the shares of shares.ts (ADR 76)
//     wait      for a block            the vendor refused: until the block ends; checked each second, as it may be withdrawn
//     wait      for the day            what is left of the vendor's day is reserved: migrations and background wait
//     wait      for a probe            after a refusal one call goes alone, and the others wait for its answer
//     late      read too late          the call would start later than it is counted: it takes another place
//   store       limit-store.redis.ts   shared by all replicas: two Lua scripts, on Redis' clock
//               limit-store.local.ts   only while Redis is unavailable: a share of each limit, on this process' clock; it begins
//                                      with what Redis reported last (`LastKnown`)
//   answers     refusal.ts             limited, answered: whether the key's or the address' limit was hit (ADR 25)
//   window      lateness.ts            longer in a process that stalls between its place and its call

/** What a call is waiting for. */
export interface GovernorWait extends WaitCause {
  readonly ms: number;
}

/** How a caller waits. */
export interface AcquireOptions {
  /** For whom the call is made, which decides its order and its share. */
  readonly priority: Priority;
  /** Ends the wait and gives the place back; `acquire` rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called before each wait, so that the caller can say what it waits for. */
  readonly onWait?: (wait: GovernorWait) => void;
}

/** Paces the calls to the vendors, for all replicas together. */
export interface Governor {
  /**
   * Resolves when one call may start under all of the budgets. Calls are granted by priority, and within a priority in the
   * order of asking. The caller sleeps, and sleeps again if it or a caller before it woke late, if others went first, or if
   * a budget was blocked in the meantime.
   */
  acquire(budgets: readonly Budget[], options: AcquireOptions): Promise<void>;
  /** Announces calls of sync: its share of the budgets is kept free for a minute, as after each of its calls. */
  announceSync(budgets: readonly Budget[]): Promise<void>;
  /** The vendor refused for `ms` (429, 423, Retry-After): no replica starts a call of this budget before that is over. */
  block(key: string, ms: number): Promise<void>;
  /** The vendor reported its actual limit, which holds for all replicas from now on. Cheap to call with every answer. */
  learnLimit(key: string, limit: number): Promise<void>;
  /** The vendor reported what is left of its day; the last tenth is for people and sync. Cheap to call with every answer. */
  learnDailyUse(key: string, use: DailyUse): Promise<void>;
  /**
   * A call was refused by a limit that the vendor does not name (429). Its own budget pauses for a window, longer after a
   * repeated refusal, and is narrower for a while; other answers show whether the shared limit was hit.
   */
  limited(budgets: readonly Budget[], refusal: UnnamedRefusal): Promise<void>;
  /** A call was answered, which clears its budgets of earlier refusals. */
  answered(budgets: readonly Budget[], call: { readonly durationMs: number }): Promise<void>;
}

export interface UnnamedRefusal {
  /** The wait that the vendor asks for, if any. */
  readonly retryAfterMs: number | null;
  /** How long ago the call began. */
  readonly durationMs: number;
}

/** What is known of a governor in addition to its calls. */
export interface GovernorState {
  /** Whether it paces by a local share because Redis is unavailable. */
  isAlone(): boolean;
  /** The limit of a budget as the vendor reported it, if it did. */
  learned(key: string): number | undefined;
}
