import type { DescMessage } from '@bufbuild/protobuf';
import type { ReceivedEvent, Topic } from '@ridgeline/events';
import { AppError, backoffMs, unboundedRetry, withLogContext, withSpan, type Logger } from '@ridgeline/kit';
import { stopwatch } from '@ridgeline/kit/metrics';
import { cutShort, toDeadLetter } from '../dead-letters/dead-letter.ts';
import type { KafkaMetrics } from '../metrics.ts';
import type { KafkaMessage, ReceivedMessage } from '../messages.ts';
import { decodeMessage } from './decode-message.ts';
import type { EventHandler, HandlerResult } from './subscribe-options.ts';

/** How long a partition waits before its event is tried again. */
const eventRetry = { ...unboundedRetry, baseMs: 250, capMs: 15_000, jitter: [0.8, 1.2] } as const;

/** Continue with the next message, or retry this one after a delay. */
export type Outcome = { readonly next: true } | { readonly next: false; readonly delayMs: number };

/** What a handler of messages needs. */
export interface MessageHandlerParts<Schema extends DescMessage> {
  readonly topic: Topic<Schema>;
  readonly group: string;
  /** The group's name in metrics. */
  readonly countedAs: string;
  readonly handler: EventHandler<Schema>;
  /** Attempts after which an event whose handling fails unexpectedly is dead. */
  readonly maxAttempts: number;
  readonly deadLetters: { send(messages: readonly KafkaMessage[]): Promise<void> };
  readonly logger: Logger;
  readonly metrics: Pick<KafkaMetrics, 'handled' | 'handling' | 'refused'>;
}

type Refusal = Extract<HandlerResult, { verdict: 'dead' }>;
type Handling = HandlerResult | { readonly verdict: 'fault'; readonly error: unknown };

/** Takes one message at a time of each partition through decoding, handler, retry and dead letters. Never throws. */
export class MessageHandler<Schema extends DescMessage> {
  readonly #parts: MessageHandlerParts<Schema>;
  /** Failed attempts at the current message of each partition. */
  readonly #attempts = new Map<number, { readonly offset: string; readonly failed: number }>();

  constructor(parts: MessageHandlerParts<Schema>) {
    this.#parts = parts;
  }

  /** Handles a message and returns whether its partition may continue. */
  async handle(message: ReceivedMessage): Promise<Outcome> {
    const attempt = this.#failedAttempts(message) + 1;
    const handling = await this.#handle(message);
    switch (handling.verdict) {
      case 'done':
        this.#count('done');
        return { next: true };
      case 'retry':
        return this.#later(message, attempt, handling.reason, handling.afterMs);
      case 'dead':
        return this.#refuse(message, attempt, handling);
      case 'fault': {
        const { logger, maxAttempts } = this.#parts;
        logger.error({ err: handling.error, ...place(message), attempt }, 'The handler of an event failed');
        if (attempt >= maxAttempts) return this.#deadLetter(message, attempt, describe(handling.error));
        return this.#later(message, attempt, 'The handler failed');
      }
    }
  }

  async #handle(message: ReceivedMessage): Promise<Handling> {
    const decoded = decodeMessage(this.#parts.topic, message);
    if (!decoded.ok) return { verdict: 'dead', reason: decoded.reason, kind: decoded.kind };
    const { topic, countedAs: group, metrics } = this.#parts;
    const seconds = stopwatch();
    try {
      return await this.#call(decoded.event, message);
    } catch (error) {
      if (error instanceof AppError && error.retriable) return { verdict: 'retry', reason: error.code };
      return { verdict: 'fault', error };
    } finally {
      metrics.handling.observe({ topic: topic.name, group }, seconds());
    }
  }

  #call(event: ReceivedEvent<Schema>, { partition, offset }: ReceivedMessage): Promise<HandlerResult> {
    const { handler, group } = this.#parts;
    const { companyId, traceparent } = event.envelope;
    const attributes = {
      'messaging.system': 'kafka',
      'messaging.destination.name': event.topic,
      'messaging.destination.partition.id': String(partition),
      'messaging.kafka.offset': offset,
      'messaging.consumer.group.name': group,
    };
    return withLogContext({ companyId }, () =>
      withSpan(`process ${event.topic}`, attributes, () => handler(event), { kind: 'consumer', traceparent }),
    );
  }

  #later(message: ReceivedMessage, attempt: number, reason: string, afterMs?: number): Outcome {
    this.#attempts.set(message.partition, { offset: message.offset, failed: attempt });
    this.#count('retry');
    const delayMs = afterMs ?? backoffMs(eventRetry, attempt);
    this.#parts.logger.info({ ...place(message), attempt, reason, delayMs }, 'An event is tried again later');
    return { next: false, delayMs };
  }

  async #refuse(message: ReceivedMessage, attempt: number, { reason, kind }: Refusal): Promise<Outcome> {
    const outcome = await this.#deadLetter(message, attempt, reason);
    const { metrics, topic } = this.#parts;
    if (outcome.next) metrics.refused.inc({ topic: topic.name, reason: kind ?? 'unusable' });
    return outcome;
  }

  async #deadLetter(message: ReceivedMessage, attempts: number, reason: string): Promise<Outcome> {
    const { group, logger } = this.#parts;
    try {
      await this.#sendLetter(toDeadLetter(message, { reason, group, attempts, at: new Date() }));
    } catch (error) {
      logger.warn({ err: error, ...place(message) }, 'A dead letter could not be written');
      return this.#later(message, attempts, 'The dead letter could not be written');
    }
    logger.error({ ...place(message), attempts, reason }, 'An event went to the dead letters');
    this.#count('dead');
    return { next: true };
  }

  /** An event that was just small enough may be too large with its failure reason: then the reason is sent alone. */
  async #sendLetter(letter: KafkaMessage): Promise<void> {
    const { deadLetters } = this.#parts;
    await deadLetters.send([letter]).catch((error: unknown) => {
      if (error instanceof AppError && !error.retriable) return deadLetters.send([cutShort(letter)]);
      throw error;
    });
  }

  #failedAttempts({ partition, offset }: ReceivedMessage): number {
    const state = this.#attempts.get(partition);
    if (state?.offset === offset) return state.failed;
    this.#attempts.delete(partition);
    return 0;
  }

  #count(outcome: 'done' | 'retry' | 'dead'): void {
    const { metrics, topic, countedAs: group } = this.#parts;
    metrics.handled.inc({ topic: topic.name, group, outcome });
  }
}

function place({ topic, partition, offset, key }: ReceivedMessage): Record<string, unknown> {
  return { topic, partition, offset, key };
}

function describe(error: unknown): string {
  return error instanceof AppError
    ? `The handler failed: ${error.code}`
    : 'The handler failed unexpectedly; see the log';
}
