import { statusText, type Transient, type Unavailable } from '@ridgeline/vendor-http';
import type { WaitCause } from '@ridgeline/redis';
import type { Vendor } from './fault-texts.ts';

/** Why work waits, in words for people. */
export interface WaitReason {
  /** The vendor that it waits for; null when it waits for ourselves. */
  readonly vendor: Vendor | null;
  /** For the state of the work: what is waited for, now. */
  readonly text: string;
  /** For the log: a sentence for the start of the wait. */
  readonly begun: string;
  /** For the log: the start of the sentence that reports how long the wait was. */
  readonly over: string;
  /** How long the work must have stalled before the wait is worth reporting. */
  readonly tellAfterMs: number;
}

/** One thing that is waited for, until `end` is called. */
export interface Waiting {
  /** An update while the wait lasts: another reason, or how much longer it lasts at least, in ms. */
  because(reason: WaitReason, atLeastMs?: number): void;
  end(): void;
}

/** Where each wait for a vendor is reported; many calls may wait at a time. */
export interface CallWaits {
  /** Milliseconds on a monotonic clock. */
  now(): number;
  /** `since`, on the same clock, is now unless given. */
  begin(reason: WaitReason, since?: number): Waiting;
}

/** For work that reports none of its waits. */
export const unreportedWaits: CallWaits = {
  now: () => performance.now(),
  begin: () => ({ because: () => undefined, end: () => undefined }),
};

const waitMs = 1_000;

/** Every call to a vendor takes a moment; one without an answer after this time is worth reporting. */
const silenceMs = 5_000;

/** Longer than any window of a vendor: within one, calls that go out in a burst wait for the rest of it. */
const paceMs = 15_000;

/** While a vendor says that a limit was hit. */
export function limitReason(vendor: Vendor): WaitReason {
  return paced(vendor, `Waiting for ${vendor}'s limit`, 'its limit on calls is reached');
}

/** While calls are only spaced: that slows the work, but does not block it unless hardly any call gets its turn. */
export const paceReason = (vendor: Vendor): WaitReason => ({ ...limitReason(vendor), tellAfterMs: paceMs });

/** While a call waits for its place under the limits. */
export function placeReason(vendor: Vendor, { blocked, isReserved }: Omit<WaitCause, 'budget'>): WaitReason {
  if (isReserved)
    return paced(
      vendor,
      `Waiting for ${vendor}'s daily limit`,
      'the rest of its daily limit is reserved for auto-sync and users',
    );
  return blocked ? limitReason(vendor) : paceReason(vendor);
}

/** While a call is in flight without an answer. */
export function silenceReason(vendor: Vendor): WaitReason {
  const silent = `has not answered for more than ${String(silenceMs / 1_000)} seconds`;
  return {
    vendor,
    text: `${vendor} ${silent}; still waiting`,
    begun: `Waiting for ${vendor}: it ${silent}.`,
    over: `${vendor} answers again`,
    tellAfterMs: silenceMs,
  };
}

/** While a call to a vendor is repeated. */
export function waitReason(vendor: Vendor, cause: Transient): WaitReason {
  if (cause.outcome === 'limited') {
    if (cause.policy !== 'DAILY') return limitReason(vendor);
    const text = `${vendor}'s daily limit is used up; waiting until it is reset`;
    return paced(vendor, text, 'its daily limit on calls is used up');
  }
  const texts: Partial<Record<Unavailable['reason'], string>> = {
    locked: `${vendor} is busy with other writes; trying again`,
    moving: `${vendor} is moving this account; waiting until it is back`,
  };
  return {
    vendor,
    text: texts[cause.reason] ?? `${vendor} is not reachable; trying again`,
    begun: `Waiting for ${vendor}: ${whatItDoes(cause)}. Trying again.`,
    over: `${vendor} answers again`,
    tellAfterMs: waitMs,
  };
}

function paced(vendor: Vendor, text: string, because: string): WaitReason {
  return {
    vendor,
    text,
    begun: `Waiting for ${vendor}: ${because}.`,
    over: `${vendor} takes calls again`,
    tellAfterMs: waitMs,
  };
}

function whatItDoes({ reason, status }: Unavailable): string {
  switch (reason) {
    case 'network':
      return 'it cannot be reached';
    case 'timeout':
      return 'it does not answer in time';
    case 'malformed':
      return 'its answers cannot be read';
    case 'locked':
      return 'it is busy with other writes';
    case 'moving':
      return 'it is moving this account';
    case 'server':
      return status === null ? 'it reports errors' : `it answers ${statusText(status)}`;
  }
}
