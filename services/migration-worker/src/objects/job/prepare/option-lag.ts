import { backoffMs, pause, unboundedRetry, type RetryPolicy } from '@ridgeline/kit';
import type { HubspotProblem } from '@ridgeline/hubspot';
import type { TargetAnswer } from '../../../hubspot-io/hubspot-target.ts';
import type { HubspotAccess, CallSignals } from '../../../vendors/run-vendors.ts';

/**
 * When a run last added options to each property: for a while records may be rejected because of them; for how long is not
 * documented (docs/vendors/hubspot.md, 12).
 */
const lastAdded = new WeakMap<HubspotAccess, Map<string, number>>();
/** How long after its addition a rejected option is considered not usable yet. */
const lagMs = 60_000;
/** Waits one second, doubling up to eight. */
const untilUsable: RetryPolicy = { ...unboundedRetry, baseMs: 1_000, jitter: [1, 1] };

export function noteAddedOptions(hubspot: HubspotAccess, property: string): void {
  const added = lastAdded.get(hubspot) ?? new Map<string, number>();
  lastAdded.set(hubspot, added.set(property, performance.now()));
}

/** Whether a problem is about an option of a property that options were just added to. */
const isLate =
  (hubspot: HubspotAccess) =>
  ({ properties }: HubspotProblem): boolean => {
    const added = lastAdded.get(hubspot);
    const isFresh = (name: string): boolean => performance.now() - (added?.get(name) ?? -lagMs) < lagMs;
    return properties.some(({ code, name }) => code === 'INVALID_OPTION' && name !== null && isFresh(name));
  };

/** Sends inputs, and repeats those whose option HubSpot does not know yet, until it does or the time is up. */
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

/** The first answer, with the results of the repeated inputs replaced. */
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
