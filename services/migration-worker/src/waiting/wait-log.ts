import { formatCount } from '@ridgeline/contracts';
import { logEntry, type LogEntry } from '../base/log-entry.ts';
import type { Vendor } from '../base/run-errors.ts';
import type { WaitReason, WaitTracker } from './wait-tracker.ts';

/** A shorter wait gets no line: a limit is waited for all the time. */
const worthALineMs = 5_000;
/** However often a vendor comes and goes, no more than so many of its waits get lines in this time. */
const maxWaits = 5;
const windowMs = 5 * 60_000;

/** What the log knows of one vendor. */
interface VendorWaits {
  /** The wait that has a line, while it lasts. */
  told: { readonly since: number; readonly reason: WaitReason } | null;
  /** When the last waits got their lines, the oldest first, `maxWaits` at the most. */
  readonly toldAt: number[];
}

/**
 * The lines of a run's waits: one when a wait has lasted for some seconds, one when it is over. To be asked about once a
 * second; what comes and goes in between is not seen, and not worth a line.
 */
export class WaitLog {
  readonly #tracker: WaitTracker;
  readonly #epoch: number;
  readonly #vendors: Readonly<Record<Vendor, VendorWaits>> = {
    AccuLynx: { told: null, toldAt: [] },
    HubSpot: { told: null, toldAt: [] },
  };
  #lines = 0;

  /** `epoch` keeps the lines of this attempt apart from those of an earlier one. */
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
