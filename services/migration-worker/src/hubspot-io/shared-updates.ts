import { batchLimit, type UpdateInput } from '@ridgeline/hubspot';
import type { CallSignals } from '../vendors/run-vendors.ts';

/** Sends up to a hundred updates in one call. */
export type SendUpdates<Answer> = (inputs: readonly UpdateInput[], signals: CallSignals) => Promise<Answer>;

interface Part<Answer> {
  readonly inputs: readonly UpdateInput[];
  readonly signals: CallSignals;
  readonly answer: PromiseWithResolvers<Answer>;
}

/** How long a few updates wait for updates of other batches. */
const lingerMs = 100;

/** How updates are sent, and whether an answer rejects all of them because of some. */
export interface SharedUpdatesOptions<Answer> {
  readonly send: SendUpdates<Answer>;
  readonly isRefused: (answer: Answer) => boolean;
}

/**
 * Lets the updates of several batches of one run share a call: where few records changed, each batch would cost a call
 * for one or two of them. Each batch gets the whole answer and finds its own records in it by their ids. When the call is
 * rejected as a whole, each batch is sent again on its own, so that no record is rejected because of another batch. No
 * record is in two batches of a run.
 */
export function shareUpdates<Answer>({ send, isRefused }: SharedUpdatesOptions<Answer>): SendUpdates<Answer> {
  let parts: Part<Answer>[] = [];
  let timer: NodeJS.Timeout | undefined;

  const sendShared = async (shared: readonly Part<Answer>[], first: Part<Answer>): Promise<void> => {
    const onCall = (): void => {
      for (const part of shared) part.signals.onCall?.();
    };
    const inputs = shared.flatMap((part) => part.inputs);
    const answer = await send(inputs, { ...first.signals, onCall });
    for (const part of shared)
      part.answer.resolve(shared.length > 1 && isRefused(answer) ? send(part.inputs, part.signals) : answer);
  };

  const flush = (): void => {
    clearTimeout(timer);
    const shared = parts;
    parts = [];
    const [first] = shared;
    if (!first) return;
    sendShared(shared, first).catch((error: unknown) => {
      for (const part of shared) part.answer.reject(error);
    });
  };

  return (inputs, signals) => {
    const waiting = parts.reduce((sum, part) => sum + part.inputs.length, 0);
    if (waiting + inputs.length > batchLimit) flush();
    const answer = Promise.withResolvers<Answer>();
    parts.push({ inputs, signals, answer });
    const gathered = parts.reduce((sum, part) => sum + part.inputs.length, 0);
    if (gathered === batchLimit) flush();
    else if (parts.length === 1) timer = setTimeout(flush, lingerMs);
    return answer.promise;
  };
}
