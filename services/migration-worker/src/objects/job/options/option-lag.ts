import type { HubspotProblem } from '@ridgeline/hubspot';
import { pause } from '@ridgeline/kit';
import type { TargetAnswer } from '../../../hubspot-io/target-answer.ts';
import type { HubspotAccess } from '../../../vendors/open-vendors.ts';
import type { CallSignals } from '../../../vendors/run-vendor-client.ts';

/**
 * When options were last added to which properties over a client: records may refuse them for a while; how long is not
 * documented (vendors/hubspot.md, 12).
 */
const lastAdded = new WeakMap<HubspotAccess['client'], Map<string, number>>();
/** So long after it was added an option that is refused counts as not yet usable. */
const lagMs = 60_000;
const firstPauseMs = 1_000;
const longestPauseMs = 8_000;

export function noteAddedOptions({ client }: HubspotAccess, property: string): void {
  const added = lastAdded.get(client) ?? new Map<string, number>();
  lastAdded.set(client, added.set(property, performance.now()));
}

/** Whether a problem is about an option of a property that got some a moment ago. */
const isLate =
  (client: HubspotAccess['client']) =>
  ({ properties }: HubspotProblem): boolean => {
    const added = lastAdded.get(client);
    const isFresh = (name: string): boolean => performance.now() - (added?.get(name) ?? -lagMs) < lagMs;
    return properties.some(({ code, name }) => code === 'INVALID_OPTION' && name !== null && isFresh(name));
  };

/** Sends inputs, and those again whose option HubSpot does not know yet, until it does or has had its time. */
export async function sendPastLag<Input extends { readonly id: string }>(
  { client }: HubspotAccess,
  inputs: readonly Input[],
  send: (inputs: readonly Input[]) => Promise<TargetAnswer>,
  { waiting }: Pick<CallSignals, 'waiting'>,
): Promise<TargetAnswer> {
  const isLateNow = isLate(client);
  let answer = await send(inputs);
  for (let ms = firstPauseMs; ; ms = Math.min(2 * ms, longestPauseMs)) {
    const late = lateInputs(answer, inputs, isLateNow);
    if (late.length === 0) return answer;
    await pause(ms, waiting);
    answer = joined(answer, await send(late), new Set(late.map(traceOf)));
  }
}

interface Sent {
  readonly id: string;
  readonly traceId?: string;
}

const traceOf = ({ id, traceId }: Sent): string => traceId ?? id;

function lateInputs<Input extends Sent>(
  answer: TargetAnswer,
  inputs: readonly Input[],
  isLateNow: (problem: HubspotProblem) => boolean,
): readonly Input[] {
  if (answer.outcome === 'rejected') return isLateNow(answer.problem) ? inputs : [];
  const late = new Set(answer.value.problems.filter(isLateNow).flatMap(({ traceIds }) => traceIds));
  return inputs.filter((input) => late.has(traceOf(input)));
}

/** What was said at first, without what has another answer by now. */
function joined(first: TargetAnswer, second: TargetAnswer, again: ReadonlySet<string>): TargetAnswer {
  if (first.outcome === 'rejected') return second;
  if (second.outcome === 'rejected') return first;
  const stands = ({ traceIds }: HubspotProblem): boolean => !traceIds.some((id) => again.has(id));
  return {
    outcome: 'ok',
    value: {
      results: [...first.value.results, ...second.value.results],
      problems: [...first.value.problems.filter(stands), ...second.value.problems],
    },
  };
}
