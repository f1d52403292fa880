import type { Settings } from '../configuration/settings.ts';
import type { Arrival } from '../determinism/clock.ts';
import { SlidingWindow } from './sliding-window.ts';

type Limits = Settings['acculynx']['limits'];

export type AccuLynxLimitKind = 'key' | 'address' | 'hourly' | 'daily';

export type Admission =
  | { readonly admitted: true; readonly headers: Record<string, string> }
  | {
      readonly admitted: false;
      readonly kind: AccuLynxLimitKind;
      readonly retryAfterSeconds: number;
      readonly quota: number;
    };

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

class Windows {
  readonly #lengthMs: number;
  readonly #byName = new Map<string, SlidingWindow>();

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  of(name: string): SlidingWindow {
    const existing = this.#byName.get(name);
    if (existing !== undefined) return existing;
    const window = new SlidingWindow(this.#lengthMs);
    this.#byName.set(name, window);
    return window;
  }
}

/** What the limits did since they were last reset. */
export interface AccuLynxLimitCounts {
  /** Calls that the limits per second let through, by address and by key. */
  readonly admitted: number;
  /** Refused because their key was too fast. */
  readonly key429: number;
  /** Refused because a company's write quota was used up. */
  readonly write429: number;
  /** How often an address was shut out; the call that caused it is counted only here. */
  readonly bans: number;
  /** Calls that came from an address while it was shut out. */
  readonly callsDuringBan: number;
}

/** AccuLynx's limits (docs/vendors/acculynx.md, 2): per key and per address each second, and writes per company. */
export class AccuLynxLimits {
  readonly #keys = new Windows(SECOND);
  readonly #addresses = new Windows(SECOND);
  readonly #hourly = new Windows(HOUR);
  readonly #daily = new Windows(24 * HOUR);
  readonly #bannedUntil = new Map<string, number>();
  #counts = { admitted: 0, key429: 0, write429: 0, bans: 0, callsDuringBan: 0 };

  get counts(): AccuLynxLimitCounts {
    return { ...this.#counts };
  }

  /** Counts a request by address, even one with a wrong key; too many shut the address out for a while. */
  admitAddress(address: string, { readAt: now, earliest }: Arrival, limits: Limits): Admission {
    const bannedUntil = this.#bannedUntil.get(address) ?? 0;
    if (now < bannedUntil) {
      this.#counts.callsDuringBan += 1;
      return refused('address', bannedUntil - now, limits.perAddressPerSecond);
    }
    if (this.#addresses.of(address).take(now, limits.perAddressPerSecond, earliest))
      return { admitted: true, headers: {} };
    this.#bannedUntil.set(address, now + limits.banMs);
    this.#counts.bans += 1;
    return refused('address', limits.banMs, limits.perAddressPerSecond);
  }

  admitKey(key: string, { readAt: now, earliest }: Arrival, limits: Limits): Admission {
    const window = this.#keys.of(key);
    if (window.take(now, limits.perKeyPerSecond, earliest)) {
      this.#counts.admitted += 1;
      return { admitted: true, headers: {} };
    }
    this.#counts.key429 += 1;
    return refused('key', window.untilOldestLeaves(now), limits.perKeyPerSecond);
  }

  /** Counts a write against the company's hourly and daily quota; normal answers report what is left. */
  admitWrite(companyId: string, now: number, limits: Limits): Admission {
    const hourly = this.#hourly.of(companyId);
    const daily = this.#daily.of(companyId);
    const dailyIsUsedUp = daily.count(now) >= limits.writesPerDay;
    if (dailyIsUsedUp || !hourly.take(now, limits.writesPerHour)) {
      this.#counts.write429 += 1;
      return dailyIsUsedUp
        ? refused('daily', daily.untilOldestLeaves(now), limits.writesPerDay)
        : refused('hourly', hourly.untilOldestLeaves(now), limits.writesPerHour);
    }
    daily.take(now, limits.writesPerDay);
    return {
      admitted: true,
      headers: {
        'RateLimit-Limit': String(limits.writesPerHour),
        'RateLimit-Remaining': String(limits.writesPerHour - hourly.count(now)),
        'RateLimit-Reset': String(Math.ceil(hourly.untilOldestLeaves(now) / SECOND)),
        'RateLimit-Policy': 'company-write:hourly',
      },
    };
  }
}

const refused = (kind: AccuLynxLimitKind, waitMs: number, quota: number): Admission => ({
  admitted: false,
  kind,
  retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND)),
  quota,
});
