import { sentEventLimits, type SentEvent, type SentEventResult } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';

/** Passes events on; one result for each, in their order. */
export type SendEvents = (events: readonly SentEvent[]) => Promise<readonly SentEventResult[]>;

/** Events that arrive within this time share a call: a call costs both services more than its events do. */
const gatherMs = 10;
/** Unread deliveries within this time share an entry; the delay also slows down a sender that waits for answers. */
const unreadMs = 500;
/** Concurrent calls. Events that arrive while these are in progress share the next one. */
const maxCalls = 2;

interface Waiting {
  readonly token: string;
  readonly body: string | null;
  requests: number;
  readonly settled: PromiseWithResolvers<SentEventResult>;
}

/**
 * Passes events on, many per call: a lone event waits 10 ms; in a flood, each call takes up to 200. Tokens take turns, so
 * that an event waits for at most one event of each other token, however many those have waiting. Deliveries that are not
 * passed on, because too many of their token are in progress, share one entry that says so.
 */
export class SentEventCalls {
  readonly #send: SendEvents;
  /** The waiting events by token; the token whose turn is next comes first. */
  readonly #lines = new Map<string, Waiting[]>();
  /** For each token, the waiting entry that counts its deliveries that are not passed on. */
  readonly #unread = new Map<string, Waiting>();
  #calls = 0;
  #isGathering = false;

  constructor(send: SendEvents) {
    this.#send = send;
  }

  /** Passes a body on. Rejects with `server.unavailable` when that failed. */
  pass(token: string, body: string): Promise<SentEventResult> {
    const added: Waiting = { token, body, requests: 1, settled: Promise.withResolvers() };
    this.#add(added);
    return added.settled.promise;
  }

  /** Reports a delivery that was not read; resolves when the connection service knows. Rejects as `pass` does. */
  passUnread(token: string): Promise<SentEventResult> {
    const waiting = this.#unread.get(token);
    if (waiting) {
      waiting.requests += 1;
      return waiting.settled.promise;
    }
    const added: Waiting = { token, body: null, requests: 1, settled: Promise.withResolvers() };
    this.#unread.set(token, added);
    setTimeout(() => this.#add(added), unreadMs);
    return added.settled.promise;
  }

  #add(added: Waiting): void {
    const line = this.#lines.get(added.token);
    if (line) line.push(added);
    else this.#lines.set(added.token, [added]);
    this.#start();
  }

  #start(): void {
    if (this.#isGathering || this.#calls >= maxCalls || this.#lines.size === 0) return;
    this.#isGathering = true;
    setTimeout(() => {
      this.#isGathering = false;
      this.#calls += 1;
      void this.#call(this.#take());
      this.#start();
    }, gatherMs);
  }

  /** Takes one event of each token in turn, until the call is full. */
  #take(): Waiting[] {
    const taken: Waiting[] = [];
    let bytes = 0;
    for (const [token, line] of this.#lines) {
      if (taken.length >= sentEventLimits.entries || bytes >= sentEventLimits.bytes) break;
      const first = line.shift();
      // Goes behind the others; this loop reaches it again.
      this.#lines.delete(token);
      if (line.length > 0) this.#lines.set(token, line);
      if (!first) continue;
      taken.push(first);
      bytes += first.body?.length ?? 0;
      if (first.body === null) this.#unread.delete(token);
    }
    return taken;
  }

  async #call(taken: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#send(taken.map(({ token, body, requests }) => ({ token, body, requests })));
      for (const [at, { settled }] of taken.entries()) {
        const result = results[at];
        if (result === undefined) throw new TypeError('A call lacks a result');
        settled.resolve(result);
      }
    } catch (cause) {
      const error = new AppError('server.unavailable', { details: { upstream: 'connection' }, cause });
      for (const { settled } of taken) settled.reject(error);
    } finally {
      this.#calls -= 1;
      this.#start();
    }
  }
}
