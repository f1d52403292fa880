import type { Writable } from 'node:stream';
import { counter, gauge, histogram, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import { Shares } from '../door/shares.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { liveDefinitions } from '../metric-definitions.ts';

/** Why a stream ended. */
type StreamEnd = LabelsOf<typeof liveDefinitions.liveEnds.labels>['reason'];

/** What the live stream measures. */
export type LiveMetrics = ReturnType<typeof createLiveMetrics>;

/** The live stream's metrics, on the service's registry. */
export function createLiveMetrics(registry: Registry) {
  return {
    streams: gauge(registry, liveDefinitions.liveStreams),
    deliveries: counter(registry, liveDefinitions.liveDeliveries),
    delay: histogram(registry, liveDefinitions.liveDelay),
    resyncs: counter(registry, liveDefinitions.liveResyncs),
    refusals: counter(registry, liveDefinitions.liveRefusals),
    ends: counter(registry, liveDefinitions.liveEnds),
  };
}

/** A reader with more unsent bytes than this has fallen behind; a whole replay is smaller. */
const maxWaitingBytes = 1024 * 1024;

/** The unsent bytes of all readers in this process; beyond this, readers that are only slightly behind are cut off too. */
const maxWaitingInAll = 64 * 1024 * 1024;
const maxWaitingWhenScarce = 64 * 1024;

/** How many streams one process holds. */
export interface StreamLimits {
  readonly perUser: number;
  readonly perCompany: number;
  readonly inAll: number;
}

const defaultLimits: StreamLimits = { perUser: 20, perCompany: 500, inAll: 6_000 };

/** One reader's open stream. */
export interface LiveStream {
  readonly who: SignedIn;
  readonly response: Writable;
}

/** The open streams of this process, found by company; each sees its own company's updates only. */
export class LiveStreams {
  readonly #byCompany = new Map<string, Set<LiveStream>>();
  readonly #metrics: LiveMetrics;
  readonly #users: Shares;
  readonly #companies: Shares;
  readonly #returns = new WeakMap<LiveStream, () => void>();
  #maxWaiting = maxWaitingBytes;

  constructor(metrics: LiveMetrics, limits: Partial<StreamLimits> = {}) {
    this.#metrics = metrics;
    const { perUser, perCompany, inAll } = { ...defaultLimits, ...limits };
    this.#users = new Shares({ inAll, each: perUser, eachWhenScarce: Math.ceil(perUser / 10) });
    this.#companies = new Shares({ inAll, each: perCompany, eachWhenScarce: Math.ceil(perCompany / 10) });
  }

  /** Whether the user or the company has reached its limit of streams; null when one more may be opened. */
  holderOfTooMany({ user: { userId, companyId } }: SignedIn): 'user' | 'company' | null {
    if (!this.#users.hasRoomFor(String(userId))) return 'user';
    return this.#companies.hasRoomFor(companyId) ? null : 'company';
  }

  /** Lowers the limit on each reader's unsent bytes while all readers together have too many. */
  lookAtWaiting(): void {
    let waiting = 0;
    for (const { response } of this.all()) waiting += response.writableLength;
    this.#maxWaiting = waiting > maxWaitingInAll ? maxWaitingWhenScarce : maxWaitingBytes;
  }

  /** Registers a stream until its connection closes. `close` is emitted however the reader leaves. */
  add(stream: LiveStream): void {
    const { companyId } = stream.who.user;
    const company = this.#byCompany.get(companyId) ?? new Set();
    company.add(stream);
    this.#byCompany.set(companyId, company);
    const returned = [this.#users.take(String(stream.who.user.userId)), this.#companies.take(companyId)];
    this.#returns.set(stream, () => returned.forEach((giveBack) => giveBack()));
    this.#metrics.streams.add(1);
    stream.response.once('close', () => {
      if (this.#remove(stream)) this.#metrics.ends.inc({ reason: 'left' });
    });
  }

  of(companyId: string): Iterable<LiveStream> {
    return this.#byCompany.get(companyId) ?? [];
  }

  *all(): Iterable<LiveStream> {
    for (const company of this.#byCompany.values()) yield* company;
  }

  /** Writes bytes; a reader that does not keep up is cut off and resumes when it comes back. */
  write(stream: LiveStream, frame: Buffer): void {
    // Checked before the write, so that the new frame never counts against the reader.
    if (stream.response.writableLength > this.#maxWaiting) this.end(stream, 'slow');
    else stream.response.write(frame);
  }

  /** Ends a stream after writing `last`. A slow one is destroyed, because its reader would never receive the end. */
  end(stream: LiveStream, reason: StreamEnd, last?: Buffer): void {
    if (!this.#remove(stream)) return;
    this.#metrics.ends.inc({ reason });
    if (reason === 'slow') stream.response.destroy();
    else stream.response.end(last);
  }

  #remove(stream: LiveStream): boolean {
    const { companyId } = stream.who.user;
    const company = this.#byCompany.get(companyId);
    if (!company?.delete(stream)) return false;
    this.#returns.get(stream)?.();
    if (company.size === 0) this.#byCompany.delete(companyId);
    this.#metrics.streams.add(-1);
    return true;
  }
}
