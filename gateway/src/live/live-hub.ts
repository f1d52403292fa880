import type { Writable } from 'node:stream';
import { liveHeartbeatMs, type LiveReader } from '@ridgeline/contracts';
import type { AccessRecord } from '@ridgeline/contracts/internal';
import { AppError, type Logger } from '@ridgeline/kit';
import { mayGoOn } from '../access/revoked-access.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import {
  CompanyHistory,
  heartbeatFrame,
  liveFrame,
  retryFrame,
  spreadRetryFrame,
  updateEvent,
} from './company-history.ts';
import { LiveStreams, type LiveMetrics, type LiveStream, type StreamLimits } from './live-streams.ts';

/** What the hub works with. */
export interface LiveHubParts {
  readonly metrics: LiveMetrics;
  readonly logger: Logger;
  /** What the users of these sessions may do now; a session that is over is left out. */
  readonly accessOf: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, AccessRecord>>;
  readonly heartbeatMs?: number;
  readonly limits?: Partial<StreamLimits>;
}

/**
 * Sent when a user's stream ends with their access: the browser reconnects immediately and learns the reason from the
 * answer.
 */
const askAgainAtOnce = retryFrame(50);
const resyncFrame = liveFrame({ name: 'resync', data: '{}' });

/**
 * Sends each company's updates to its open streams. One timer sends the heartbeat of all streams and checks whether their
 * sessions are still valid, which makes up for lost events.
 */
export class LiveHub implements Disposable {
  readonly #parts: LiveHubParts;
  readonly #streams: LiveStreams;
  readonly #history = new CompanyHistory();
  readonly #timer: NodeJS.Timeout;
  #closed = false;

  constructor(parts: LiveHubParts) {
    this.#parts = parts;
    this.#streams = new LiveStreams(parts.metrics, parts.limits);
    this.#timer = setInterval(() => void this.beat(), parts.heartbeatMs ?? liveHeartbeatMs);
  }

  /**
   * Refuses a stream that may not be opened, while a status can still be sent. It refuses the new stream rather than the
   * user's oldest: the oldest would reconnect and end the next oldest, for as long as all are open.
   */
  admit(who: SignedIn): void {
    const holder = this.#streams.holderOfTooMany(who);
    if (holder === null) return;
    this.#parts.metrics.refusals.inc({ holder });
    throw new AppError('request.too_many', { retryAfterSeconds: 5 });
  }

  /**
   * Opens a stream on a response whose headers are sent: `connected` first, then the updates after `lastSeen`, or `resync`
   * when some of them may be missing. All of it runs in one turn of the event loop, so that no event slips in between.
   * While this process stops, the reader is sent to another one: a browser would treat a refusal as a failure.
   */
  open(who: SignedIn, response: Writable, lastSeen: number | null): void {
    if (this.#closed) {
      response.end(spreadRetryFrame());
      return;
    }
    const { userId, companyId } = who.user;
    const stream: LiveStream = { who, response };
    const newest = this.#history.newest(companyId);
    const replay = lastSeen === null ? [] : this.#history.after(companyId, lastSeen);
    // A reader that disconnects before its replay arrives resumes from the id it came with; all others from the newest.
    const id = lastSeen !== null && replay !== null ? lastSeen : newest;
    this.#streams.add(stream);
    this.#streams.write(stream, spreadRetryFrame());
    const data = JSON.stringify({ userId, companyId } satisfies LiveReader);
    this.#streams.write(stream, liveFrame({ name: 'connected', data, ...(id === null ? {} : { id }) }));
    if (replay === null) this.#resync(stream);
    else if (replay.length > 0) this.#streams.write(stream, Buffer.concat(replay.map(({ frame }) => frame)));
    // Access may have changed after the session was read and before this stream was registered, so that the event missed it.
    void this.#verify([who.sessionId]);
  }

  /** A company's migration changed. */
  publish(companyId: string, sequence: number, migrationJson: string): void {
    const event = updateEvent(sequence, migrationJson);
    const arrival = this.#history.add(companyId, event);
    if (arrival === 'repeated') return;
    for (const stream of this.#streams.of(companyId)) {
      if (arrival === 'after-gap') this.#resync(stream);
      this.#streams.write(stream, event.frame);
      this.#parts.metrics.deliveries.inc();
    }
  }

  /** Sends a company's pages an event that is not a migration update: without an id, so that no reader resumes from it. */
  tell(companyId: string, name: string, value: unknown): void {
    const frame = liveFrame({ name, data: JSON.stringify(value) });
    for (const stream of this.#streams.of(companyId)) {
      this.#streams.write(stream, frame);
      this.#parts.metrics.deliveries.inc();
    }
  }

  /** Ends the streams of a session that ended in this process; the other processes notice with the next beat. */
  endSession(sessionId: string): void {
    for (const stream of this.#streams.all())
      if (stream.who.sessionId === sessionId) this.#streams.end(stream, 'signed-out');
  }

  /** A user's access changed: their streams end when they were revoked or moved, or their sessions ended. */
  accessChanged(access: AccessRecord): void {
    for (const stream of this.#streams.all())
      if (stream.who.user.userId === access.userId && !mayGoOn(stream.who, access))
        this.#streams.end(stream, 'access-changed', askAgainAtOnce);
  }

  /** One heartbeat for all streams; those whose session is over end. */
  async beat(): Promise<void> {
    this.#streams.lookAtWaiting();
    for (const stream of this.#streams.all()) this.#streams.write(stream, heartbeatFrame);
    await this.#verify([...new Set([...this.#streams.all()].map(({ who }) => who.sessionId))]);
  }

  /** Ends all streams and tells the readers to reconnect, spread over two seconds. */
  [Symbol.dispose](): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const stream of this.#streams.all()) this.#streams.end(stream, 'stopping', spreadRetryFrame());
  }

  /** Checks the sessions again, and ends the streams that they no longer allow. */
  async #verify(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length === 0) return;
    try {
      const granted = await this.#parts.accessOf(sessionIds);
      const asked = new Set(sessionIds);
      for (const stream of this.#streams.all()) {
        const { sessionId } = stream.who;
        const access = granted.get(sessionId);
        if (!asked.has(sessionId) || (access && mayGoOn(stream.who, access))) continue;
        this.#streams.end(stream, access ? 'access-changed' : 'signed-out', askAgainAtOnce);
      }
    } catch (error) {
      // While Redis is unavailable no one can sign out either; the next beat checks again.
      this.#parts.logger.warn({ err: error }, 'The sessions of live streams could not be checked');
    }
  }

  #resync(stream: LiveStream): void {
    this.#parts.metrics.resyncs.inc();
    this.#streams.write(stream, resyncFrame);
  }
}
