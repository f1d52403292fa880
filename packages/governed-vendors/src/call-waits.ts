import type { WaitReason } from './wait-reason.ts';

/** One thing that is waited for, until `end` is called. */
export interface Waiting {
  /** What is known now, while the wait goes on: another reason, or for how much longer it lasts at least, in ms. */
  because(reason: WaitReason, atLeastMs?: number): void;
  end(): void;
}

/** Who is told of each wait for a vendor; many calls may wait at a time. */
export interface CallWaits {
  /** Milliseconds on a clock that nobody sets. */
  now(): number;
  /** `since`, on the same clock, is now unless told. */
  begin(reason: WaitReason, since?: number): Waiting;
}

/** For work that tells nobody what it waits for. */
export const untoldWaits: CallWaits = {
  now: () => performance.now(),
  begin: () => ({ because: () => undefined, end: () => undefined }),
};
