import type { Response } from 'express';
import type { Clock } from '../determinism/clock.ts';
import type { Effect, EffectOf } from '../faults/fault.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';
import { encode, garbled, type Answer } from './answer.ts';
import type { Call } from './call.ts';

interface ExchangeParts {
  readonly call: Call;
  readonly entry: LoggedRequest;
  readonly log: RequestLog;
  readonly clock: Clock;
  readonly response: Response;
  readonly latency: () => { readonly baseMs: number; readonly perRecordMs: number };
}

/** One request and its one answer, or the fault that replaces the answer. */
export class Exchange {
  readonly call: Call;
  readonly entry: LoggedRequest;
  readonly #parts: ExchangeParts;
  readonly #startedAt: number;
  readonly #headers: Record<string, string> = {};
  #cut = false;
  #garbled: EffectOf<'garble'>['body'] | null = null;
  #extraDelayMs = 0;

  constructor(parts: ExchangeParts) {
    this.call = parts.call;
    this.entry = parts.entry;
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
    parts.response.once('close', () => {
      this.#settle('aborted', null);
    });
  }

  /** Applies a connection fault; returns false when the request is then finished. */
  suffer(effect: Effect): boolean {
    switch (effect.kind) {
      case 'reset':
        this.#settle('reset', null);
        this.#reset();
        return false;
      case 'hang':
        this.#settle('hung', null);
        return false;
      case 'cut':
        this.#cut = true;
        return true;
      case 'garble':
        this.#garbled = effect.body;
        return true;
      case 'slow':
        this.#extraDelayMs = effect.delayMs;
        return true;
      case 'rate-limit':
      case 'http-error':
      case 'revoke':
      case 'refuse-records':
      case 'refuse-associations':
      case 'shift':
      case 'short-page':
      case 'malform':
      case 'assign':
        return true;
    }
  }

  addHeaders(headers: Readonly<Record<string, string>>): void {
    Object.assign(this.#headers, headers);
  }

  /** Sends the answer after the vendor's latency; what the request did has been done by now. */
  async answer(usual: Answer): Promise<void> {
    const answer = this.#garbled === null ? usual : garbled(usual, this.#garbled);
    const { baseMs, perRecordMs } = this.#parts.latency();
    const delay = this.#extraDelayMs + baseMs + perRecordMs * (answer.records ?? 0);
    if (delay > 0) await this.#parts.clock.wait(delay);
    if (this.#cut) {
      this.#settle('cut', answer.status);
      this.#reset();
      return;
    }
    const { response } = this.#parts;
    if (response.destroyed) return;
    const { payload, contentType } = encode(answer);
    response.status(answer.status).set({ ...this.#headers, ...answer.headers });
    if (contentType !== null) response.setHeader('Content-Type', contentType);
    this.#settle('answered', answer.status);
    response.end(payload);
  }

  #reset(): void {
    this.#parts.response.req.socket.resetAndDestroy();
  }

  #settle(outcome: LoggedRequest['outcome'], status: number | null): void {
    const { log, entry, clock } = this.#parts;
    log.settle(entry, outcome, status, clock.now() - this.#startedAt);
  }
}
