import { SlidingWindow } from './sliding-window.ts';

export type HubSpotPolicy = 'TEN_SECONDLY_ROLLING' | 'SECONDLY' | 'DAILY';

export type HubSpotAdmission =
  | { readonly admitted: true; readonly headers: Record<string, string> }
  | { readonly admitted: false; readonly policy: HubSpotPolicy; readonly headers: Record<string, string> };

/** What a portal's plan allows (docs/vendors/hubspot.md, 6). */
export interface Allowance {
  readonly perTenSeconds: number;
  readonly perDay: number;
  readonly associationsPerTenSeconds: number;
}

const PLANS = {
  starter: { perTenSeconds: 100, perDay: 250_000, associationsPerTenSeconds: 100 },
  professional: { perTenSeconds: 190, perDay: 625_000, associationsPerTenSeconds: 150 },
  enterprise: { perTenSeconds: 190, perDay: 1_000_000, associationsPerTenSeconds: 150 },
} as const satisfies Record<string, Allowance>;

export function allowanceOf(plan: keyof typeof PLANS, limitPack: boolean): Allowance {
  const base = PLANS[plan];
  return limitPack
    ? { perTenSeconds: 250, perDay: base.perDay + 1_000_000, associationsPerTenSeconds: 200 }
    : base;
}

export interface Caller {
  readonly token: string;
  readonly portalId: number;
  readonly allowance: Allowance;
  /** The portal's own calendar day, by which the daily cap is counted. */
  readonly day: string;
  readonly now: number;
}

const TEN_SECONDS = 10_000;

/**
 * HubSpot's limits: a rolling window of ten seconds per token, a daily cap per account, five searches a second per
 * account, and the association batches' own window. Refused calls are not counted.
 */
export class HubSpotLimits {
  readonly #windows = new Map<string, SlidingWindow>();
  readonly #days = new Map<number, { day: string; used: number }>();

  admitCall(caller: Caller): HubSpotAdmission {
    return this.#admit(caller, `token ${caller.token}`, caller.allowance.perTenSeconds);
  }

  /** Association batches count against a window of their own, not against the token's. */
  admitAssociations(caller: Caller): HubSpotAdmission {
    return this.#admit(caller, `associations ${caller.token}`, caller.allowance.associationsPerTenSeconds);
  }

  /** Searches have no headers, whether they are admitted or not. */
  admitSearch(caller: Caller, perSecond: number): HubSpotAdmission {
    const window = this.#window(`search ${caller.portalId}`, 1_000);
    if (this.used(caller) >= caller.allowance.perDay)
      return { admitted: false, policy: 'DAILY', headers: {} };
    if (!window.take(caller.now, perSecond)) return { admitted: false, policy: 'SECONDLY', headers: {} };
    this.#countDay(caller);
    return { admitted: true, headers: {} };
  }

  /** The account's calls on its current day. */
  used({ portalId, day }: { readonly portalId: number; readonly day: string }): number {
    const counted = this.#days.get(portalId);
    return counted?.day === day ? counted.used : 0;
  }

  #admit(caller: Caller, name: string, max: number): HubSpotAdmission {
    const window = this.#window(name, TEN_SECONDS);
    if (this.used(caller) >= caller.allowance.perDay) {
      return { admitted: false, policy: 'DAILY', headers: this.#headers(caller, window, max) };
    }
    if (!window.take(caller.now, max)) {
      return { admitted: false, policy: 'TEN_SECONDLY_ROLLING', headers: this.#headers(caller, window, max) };
    }
    this.#countDay(caller);
    return { admitted: true, headers: this.#headers(caller, window, max) };
  }

  #headers(caller: Caller, window: SlidingWindow, max: number): Record<string, string> {
    const { perDay } = caller.allowance;
    return {
      'X-HubSpot-RateLimit-Daily': String(perDay),
      'X-HubSpot-RateLimit-Daily-Remaining': String(Math.max(0, perDay - this.used(caller))),
      'X-HubSpot-RateLimit-Interval-Milliseconds': String(TEN_SECONDS),
      'X-HubSpot-RateLimit-Max': String(max),
      'X-HubSpot-RateLimit-Remaining': String(Math.max(0, max - window.count(caller.now))),
      'X-HubSpot-RateLimit-Secondly': String(Math.round(max / 10)),
      'X-HubSpot-RateLimit-Secondly-Remaining': String(Math.round(max / 10)),
    };
  }

  #countDay({ portalId, day, ...caller }: Caller): void {
    this.#days.set(portalId, { day, used: this.used({ ...caller, portalId, day }) + 1 });
  }

  #window(name: string, lengthMs: number): SlidingWindow {
    const existing = this.#windows.get(name);
    if (existing !== undefined) return existing;
    const window = new SlidingWindow(lengthMs);
    this.#windows.set(name, window);
    return window;
  }
}
