import type { Writable } from 'node:stream';
import type { SignedIn } from '../sessions/signed-in.ts';
import type { LiveMetrics, StreamEnd } from './live-metrics.ts';

/** A reader has fallen behind when this much still waits for it: more than a whole replay holds. */
const mostWaitingBytes = 1024 * 1024;

/** One reader's open stream. */
export interface LiveStream {
  readonly who: SignedIn;
  readonly response: Writable;
}

/** The open streams of this process, found by company; each sees its own company's updates only. */
export class LiveStreams {
  readonly #byCompany = new Map<string, Set<LiveStream>>();
  readonly #metrics: LiveMetrics;

  constructor(metrics: LiveMetrics) {
    this.#metrics = metrics;
  }

  /** Adds a stream until its connection closes. `res.on('close')` comes however the reader leaves. */
  add(stream: LiveStream): void {
    const { companyId } = stream.who.user;
    const company = this.#byCompany.get(companyId) ?? new Set();
    company.add(stream);
    this.#byCompany.set(companyId, company);
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

  countOf({ user }: SignedIn): number {
    return [...this.of(user.companyId)].filter(({ who }) => who.user.userId === user.userId).length;
  }

  /** Writes bytes; a reader that does not keep up is cut off and resumes when it comes back. */
  write(stream: LiveStream, frame: Buffer): void {
    // Looked at before the write, so that the size of what is new never counts against the reader.
    if (stream.response.writableLength > mostWaitingBytes) this.end(stream, 'slow');
    else stream.response.write(frame);
  }

  /** Ends a stream; `last` is written before. A slow one is torn down, since it would never read the end. */
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
    if (company.size === 0) this.#byCompany.delete(companyId);
    this.#metrics.streams.add(-1);
    return true;
  }
}
