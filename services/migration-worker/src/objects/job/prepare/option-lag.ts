import { backoffMs, pause, unboundedRetry, type RetryPolicy } from '@ridgeline/kit';
import type { HubspotProblem } from '@ridgeline/hubspot';
import type { TargetAnswer } from '../../../hubspot-io/hubspot-target.ts';
import type { HubspotAccess, CallSignals } from '../../../vendors/run-vendors.ts';

/**
 * When options were last added to which properties by a run: records may refuse them for a while; how long is not documented
 * (docs/vendors/hubspot.md, 12).
 */
const lastAdded = new WeakMap<HubspotAccess, Map<string, number>>();
/** So long after it was added an option that is refused counts as not yet usable. */
const lagMs = 60_000;
/** A second, and twice as long each time, up to eight. */
const untilUsable: RetryPolicy = { ...unboundedRetry, baseMs: 1_000, jitter: [1, 1] };

export function noteAddedOptions(hubspot: HubspotAccess, property: string): void {
  const added = lastAdded.get(hubspot) ?? new Map<string, number>();
  lastAdded.set(hubspot, added.set(property, performance.now()));
}

/** Whether a problem is about an option of a property that got some a moment ago. */
const isLate =
  (hubspot: HubspotAccess) =>
  ({ properties }: HubspotProblem): boolean => {
    const added = lastAdded.get(hubspot);
    const isFresh = (name: string): boolean => performance.now() - (added?.get(name) ?? -lagMs) < lagMs;
    return properties.some(({ code, name }) => code === 'INVALID_OPTION' && name !== null && isFresh(name));
  };

/** Sends inputs, and those again whose option HubSpot does not know yet, until it does or has had its time. */
export async function sendPastLag<Input extends { readonly id: string }>(
  hubspot: HubspotAccess,
  inputs: readonly Input[],
  send: (inputs: readonly Input[]) => Promise<TargetAnswer>,
  { waiting }: Pick<CallSignals, 'waiting'>,
): Promise<TargetAnswer> {
  const isLateNow = isLate(hubspot);
  let answer = await send(inputs);
  for (let failures = 1; ; failures += 1) {
    const late = lateInputs(answer, inputs, isLateNow);
    if (late.length === 0) return answer;
    await pause(backoffMs(untilUsable, failures), waiting);
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
