import { setTimeout as pause } from 'node:timers/promises';
import type { HubspotProblem } from '@ridgeline/hubspot';
import type { TargetAnswer } from '../../../hubspot-io/target-answer.ts';
import type { HubspotAccess } from '../../../vendors/open-vendors.ts';
import type { CallSignals } from '../../../vendors/run-vendor-client.ts';

/** When options were last added over a client: records may refuse them for a moment (vendors/hubspot.md, 12). */
const lastAdded = new WeakMap<HubspotAccess['client'], number>();
const lagMs = 30_000;
const pausesMs = [1_000, 2_000];

export function noteAddedOptions({ client }: HubspotAccess): void {
  lastAdded.set(client, performance.now());
}

const isInvalidOption = ({ properties }: HubspotProblem): boolean =>
  properties.some(({ code }) => code === 'INVALID_OPTION');

/** Sends inputs, and those again whose option HubSpot does not know yet, when some were added a moment ago. */
export async function sendPastLag<Input extends { readonly id: string }>(
  { client }: HubspotAccess,
  inputs: readonly Input[],
  send: (inputs: readonly Input[]) => Promise<TargetAnswer>,
  { waiting }: Pick<CallSignals, 'waiting'>,
): Promise<TargetAnswer> {
  let answer = await send(inputs);
  for (const ms of pausesMs) {
    const late = lateInputs(answer, inputs);
    const isLag = performance.now() - (lastAdded.get(client) ?? -lagMs) < lagMs;
    if (late.length === 0 || !isLag) return answer;
    await pause(ms, undefined, { signal: waiting }).catch(() => waiting.throwIfAborted());
    answer = joined(answer, await send(late));
  }
  return answer;
}

function lateInputs<Input extends { readonly id: string; readonly traceId?: string }>(
  answer: TargetAnswer,
  inputs: readonly Input[],
): readonly Input[] {
  if (answer.outcome === 'rejected') return isInvalidOption(answer.problem) ? inputs : [];
  const late = new Set(answer.value.problems.filter(isInvalidOption).flatMap(({ traceIds }) => traceIds));
  return inputs.filter(({ id, traceId }) => late.has(traceId ?? id));
}

/** What was said at first, without what has another answer by now. */
function joined(first: TargetAnswer, second: TargetAnswer): TargetAnswer {
  if (first.outcome === 'rejected') return second;
  if (second.outcome === 'rejected') return first;
  return {
    outcome: 'ok',
    value: {
      results: [...first.value.results, ...second.value.results],
      problems: [...first.value.problems.filter((one) => !isInvalidOption(one)), ...second.value.problems],
    },
  };
}
