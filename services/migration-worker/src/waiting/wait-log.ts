import { formatCount } from '@ridgeline/contracts';
import { logEntry, type LogEntry } from '../base/log-entry.ts';
import type { Vendor } from '../base/run-errors.ts';
import type { WaitReason, WaitTracker } from './wait-tracker.ts';

/** A shorter wait gets no entry, because runs wait for limits all the time. */
const worthALineMs = 5_000;
/** The maximum number of a vendor's waits that are logged in this time, however often the vendor becomes unavailable. */
const maxWaits = 5;
const windowMs = 5 * 60_000;

/** What the log knows about one vendor. */
interface VendorWaits {
  /** The logged wait, while it lasts. */
  told: { readonly since: number; readonly reason: WaitReason } | null;
  /** When the last waits were logged, oldest first, at most `maxWaits`. */
  readonly toldAt: number[];
}

/**
 * The log entries about a run's waits: one when a wait has lasted some seconds, one when it is over. Polled about once a
 * second; shorter waits are not seen, and not worth an entry.
 */
export class WaitLog {
  readonly #tracker: WaitTracker;
  readonly #epoch: number;
  readonly #vendors: Readonly<Record<Vendor, VendorWaits>> = {
    AccuLynx: { told: null, toldAt: [] },
    HubSpot: { told: null, toldAt: [] },
  };
  #lines = 0;

  /** `epoch` distinguishes this attempt's entries from those of earlier ones. */
  constructor(tracker: WaitTracker, epoch: number) {
    this.#tracker = tracker;
    this.#epoch = epoch;
  }

  /** The lines that have become due. */
  lines(): readonly LogEntry[] {
    return [...this.#linesOf('AccuLynx'), ...this.#linesOf('HubSpot')];
  }

  #linesOf(vendor: Vendor): readonly LogEntry[] {
    const now = this.#tracker.now();
    const waits = this.#vendors[vendor];
    const longest = this.#tracker.current().find(({ reason }) => reason.vendor === vendor);
    if (!longest) {
      if (!waits.told) return [];
      const { since, reason } = waits.told;
      waits.told = null;
      const seconds = Math.round((now - since) / 1_000);
      return [
        this.#line('info', `${reason.over} after ${formatCount(seconds)} seconds.`, { vendor, seconds }),
      ];
    }
    if (waits.told || now - longest.since < worthALineMs || isCrowded(waits, now)) return [];
    waits.told = longest;
    waits.toldAt.push(now);
    if (waits.toldAt.length > maxWaits) waits.toldAt.shift();
    return [this.#line('warning', longest.reason.begun, { vendor })];
  }

  #line(level: 'info' | 'warning', message: string, context: Readonly<Record<string, unknown>>): LogEntry {
    this.#lines += 1;
    return logEntry(`wait-${String(this.#epoch)}-${String(this.#lines)}`, level, message, context);
  }
}

function isCrowded({ toldAt: [oldest = 0, ...others] }: VendorWaits, now: number): boolean {
  return others.length === maxWaits - 1 && now - oldest < windowMs;
}
