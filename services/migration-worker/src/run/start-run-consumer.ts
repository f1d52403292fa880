import { topics, type ReceivedEvent, type StartRunSchema } from '@ridgeline/events';
import type { EventHandler, SubscribeOptions } from '@ridgeline/kafka';
import { isAnswer } from '../orchestrator/until-answered.ts';
import type { RunOffer } from '../orchestrator/orchestrator.ts';
import type { TakeAnswer } from './run-slots.ts';

const tryAgainMs = 1_000;

/** The slots for claimed runs. */
export interface ClaimingSlots {
  claim(offer: RunOffer): Promise<TakeAnswer>;
}

/** Handles start commands: one is complete when its claim was answered, granted or not; the run itself is not part of it. */
export function startRunHandler(slots: ClaimingSlots): EventHandler<typeof StartRunSchema> {
  return async ({ value }: ReceivedEvent<typeof StartRunSchema>) => {
    try {
      const answer = await slots.claim({ runId: value.migrationId, attempt: value.attempt });
      return answer === 'full'
        ? { verdict: 'retry', afterMs: tryAgainMs, reason: 'No slot is free' }
        : { verdict: 'done' };
    } catch (error) {
      if (isAnswer(error)) throw error;
      return { verdict: 'retry', afterMs: tryAgainMs, reason: 'The orchestrator does not answer' };
    }
  };
}

/** The workers' subscription to start commands: one consumer group, so that each command reaches a single worker. */
export function startRunSubscription(slots: ClaimingSlots): SubscribeOptions<typeof StartRunSchema> {
  return { topic: topics.migrationCommand, group: 'migration-worker', handler: startRunHandler(slots) };
}

/** The subscription that is paused while no slot is free. */
export interface Pausable {
  pause(): void;
  resume(): void;
}

/** Pauses the start commands while no slot is free, so that another worker gets them. */
export class SlotBackpressure {
  #guarded: Pausable | null = null;
  #open = true;

  /** Registers the subscription to pause and resume. */
  guard(pausable: Pausable): void {
    this.#guarded = pausable;
    if (!this.#open) pausable.pause();
  }

  set(open: boolean): void {
    if (open === this.#open) return;
    this.#open = open;
    if (open) this.#guarded?.resume();
    else this.#guarded?.pause();
  }
}
