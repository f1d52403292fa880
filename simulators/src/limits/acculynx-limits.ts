import type { Settings } from '../settings.ts';
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

/** AccuLynx's limits (vendors/acculynx.md 2): per key and per address each second, and writes per company. */
export class AccuLynxLimits {
  readonly #keys = new Windows(SECOND);
  readonly #addresses = new Windows(SECOND);
  readonly #hourly = new Windows(HOUR);
  readonly #daily = new Windows(24 * HOUR);
  readonly #bannedUntil = new Map<string, number>();

  /** Counts a request by address, even one with a wrong key; a flood shuts the address out for a while. */
  admitAddress(address: string, now: number, limits: Limits): Admission {
    const bannedUntil = this.#bannedUntil.get(address) ?? 0;
    if (now < bannedUntil) return refused('address', bannedUntil - now, limits.perAddressPerSecond);
    if (this.#addresses.of(address).take(now, limits.perAddressPerSecond))
      return { admitted: true, headers: {} };
    this.#bannedUntil.set(address, now + limits.banMs);
    return refused('address', limits.banMs, limits.perAddressPerSecond);
  }

  admitKey(key: string, now: number, limits: Limits): Admission {
    const window = this.#keys.of(key);
    if (window.take(now, limits.perKeyPerSecond)) return { admitted: true, headers: {} };
    return refused('key', window.untilOldestLeaves(now), limits.perKeyPerSecond);
  }

  /** Counts a write against the company's hourly and daily quota; normal answers say what is left. */
  admitWrite(companyId: string, now: number, limits: Limits): Admission {
    const hourly = this.#hourly.of(companyId);
    const daily = this.#daily.of(companyId);
    if (daily.count(now) >= limits.writesPerDay)
      return refused('daily', daily.untilOldestLeaves(now), limits.writesPerDay);
    if (!hourly.take(now, limits.writesPerHour))
      return refused('hourly', hourly.untilOldestLeaves(now), limits.writesPerHour);
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
