import { sentEventLimits, type SentEvent, type SentEventResult } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';

/** Passes events on; one result for each, in their order. */
export type SendEvents = (events: readonly SentEvent[]) => Promise<readonly SentEventResult[]>;

/** What comes within this time shares a call: a call costs both services more than its events do. */
const gatherMs = 10;
/** What comes unread within this time shares an entry; it also slows down a sender that waits for answers. */
const unreadMs = 500;
/** Calls at the same time. What comes while they are in progress shares the next one. */
const maxCalls = 2;

interface Waiting {
  readonly token: string;
  readonly body: string | null;
  requests: number;
  readonly settled: PromiseWithResolvers<SentEventResult>;
}

/**
 * Passes on what came, many events in a call: alone, one waits 10 ms; in a flood, each call takes up to 200. Tokens take
 * turns, so that an event waits for no more than one event of each other token, however many others have waiting. What is
 * not passed on itself, because too much of its token is in progress, shares one entry that says so.
 */
export class SentEventCalls {
  readonly #send: SendEvents;
  /** By token, the one whose turn is next first. */
  readonly #lines = new Map<string, Waiting[]>();
  /** The entry of each token that stands for what is not passed on, while it waits. */
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

  /** Passes on that something came which was not read; answers when that is known there. Rejects as `pass` does. */
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

  /** Of each token in turn one, until the call is full. */
  #take(): Waiting[] {
    const taken: Waiting[] = [];
    let bytes = 0;
    for (const [token, line] of this.#lines) {
      if (taken.length >= sentEventLimits.entries || bytes >= sentEventLimits.bytes) break;
      const first = line.shift();
      // Behind the others; this loop comes to it again.
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
