import { AppError } from '@ridgeline/kit';
import type { KafkaMessage } from '../messages.ts';

interface Waiting {
  /** Messages of the call that are not acknowledged yet. */
  open: number;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

interface Entry {
  readonly message: KafkaMessage;
  readonly call: Waiting;
}

/** The most that goes into one request; a topic accepts 1 MB in one batch, headers included. */
const requestLimit = { messages: 1_000, bytes: 800_000 };

/**
 * Sends messages strictly one request after another, in the order of the calls, and combines messages that have gathered
 * since then into one request. A single request in flight keeps the order within a key despite kafkajs' own retries;
 * combining restores the throughput. A request that can never be accepted (`server.failed`) is split: each of its messages
 * is then sent alone, so that a call fails only because of its own messages.
 */
export class MessageQueue {
  readonly #send: (messages: readonly KafkaMessage[]) => Promise<void>;
  readonly #entries: Entry[] = [];
  /** How many of the first entries are sent alone, one request each. */
  #alone = 0;
  #sending: Promise<void> | null = null;

  constructor(send: (messages: readonly KafkaMessage[]) => Promise<void>) {
    this.#send = send;
  }

  /**
   * Resolves when every message is acknowledged. Rejects when a request with one of them failed: messages not sent yet are
   * then dropped, and sent ones may or may not have arrived.
   */
  add(messages: readonly KafkaMessage[]): Promise<void> {
    if (messages.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const call = { open: messages.length, resolve, reject };
      this.#entries.push(...messages.map((message) => ({ message, call })));
      this.#sending ??= this.#drain();
    });
  }

  /** Resolves when no request is in flight any more. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  async #drain(): Promise<void> {
    // A turn later, so that calls of the same moment share the first request.
    await Promise.resolve();
    while (this.#entries.length > 0) await this.#sendNext();
    this.#sending = null;
  }

  async #sendNext(): Promise<void> {
    const batch = this.#entries.splice(0, this.#alone > 0 ? 1 : this.#requestLength());
    this.#alone = Math.max(0, this.#alone - 1);
    const calls = new Set(batch.map((entry) => entry.call));
    try {
      await this.#send(batch.map((entry) => entry.message));
    } catch (error) {
      if (batch.length > 1 && error instanceof AppError && !error.retriable) {
        this.#entries.unshift(...batch);
        this.#alone = batch.length;
        return;
      }
      for (const call of calls) call.reject(error);
      const rest = this.#entries.filter((entry) => !calls.has(entry.call));
      this.#entries.splice(0, Infinity, ...rest);
      return;
    }
    for (const { call } of batch) call.open -= 1;
    for (const call of calls) if (call.open === 0) call.resolve();
  }

  #requestLength(): number {
    let bytes = 0;
    const cut = this.#entries.findIndex(({ message }, index) => {
      bytes += message.value.byteLength;
      return index > 0 && (index === requestLimit.messages || bytes > requestLimit.bytes);
    });
    return cut === -1 ? this.#entries.length : cut;
  }
}
