import { topics, type ReceivedEvent, type StartRunSchema } from '@ridgeline/events';
import type { EventHandler, SubscribeOptions } from '@ridgeline/kafka';
import { isAnswer } from '../orchestrator/until-answered.ts';
import type { RunOffer } from '../orchestrator/orchestrator.ts';
import type { TakeAnswer } from './run-slots.ts';

const tryAgainMs = 1_000;

/** The slots that runs are claimed for. */
export interface ClaimingSlots {
  claim(offer: RunOffer): Promise<TakeAnswer>;
}

/** Takes start commands: one is done with when its claim was answered, granted or not; the run does not live in here. */
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

/** The workers' subscription to start commands: one group, so that each command reaches one worker. */
export function startRunSubscription(slots: ClaimingSlots): SubscribeOptions<typeof StartRunSchema> {
  return { topic: topics.migrationCommand, group: 'migration-worker', handler: startRunHandler(slots) };
}

/** What is paused while no slot is free: the subscription to start commands. */
export interface Pausable {
  pause(): void;
  resume(): void;
}

/** Pauses the start commands while no slot is free, so that another worker gets them. */
export class SlotBackpressure {
  #guarded: Pausable | null = null;
  #open = true;

  /** From here on this one is paused and resumed. */
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
