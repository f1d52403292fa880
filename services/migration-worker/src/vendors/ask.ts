import {
  UnreadableRecord,
  type AcculynxClient,
  type AcculynxOutcome,
  type AcculynxProblem,
} from '@ridgeline/acculynx';
import type { HubspotClient, HubspotOutcome, HubspotProblem } from '@ridgeline/hubspot';
import { statusText, type Ok, type Rejected } from '@ridgeline/vendor-http';
import { RunFailed } from '../base/run-errors.ts';
import { reading, type AcculynxAccess, type CallSignals, type HubspotAccess } from './run-vendors.ts';

/**
 * Calls AccuLynx until it answers, or until the answer is no longer wanted. A rejected call ends the run, because skipping it
 * would lose records; `many` names these records.
 */
export async function askAcculynx<Calls extends keyof AcculynxClient, Value>(
  acculynx: AcculynxAccess<Calls>,
  many: string,
  call: (client: Pick<AcculynxClient, Calls>, signals: CallSignals) => Promise<AcculynxOutcome<Value>>,
  unwanted: AbortSignal = acculynx.stopping,
): Promise<Value> {
  const signal = AbortSignal.any([acculynx.stopping, unwanted]);
  return valueOf(await acculynx.settle(reading(signal), call), `AccuLynx did not hand out its ${many}`);
}

/** Reads one record of many: a record that AccuLynx rejects is unreadable, while the others can be read. */
export async function askForRecord<Calls extends keyof AcculynxClient, Value>(
  acculynx: AcculynxAccess<Calls>,
  id: string,
  call: (client: Pick<AcculynxClient, Calls>, signals: CallSignals) => Promise<AcculynxOutcome<Value>>,
  unwanted: AbortSignal,
): Promise<Value | UnreadableRecord> {
  const signal = AbortSignal.any([acculynx.stopping, unwanted]);
  const answer = await acculynx.settle(reading(signal), call);
  return answer.outcome === 'ok' ? answer.value : new UnreadableRecord({ id, name: null, field: '' });
}

/** Reads something of the portal, retrying until HubSpot answers; `what` names it in the text of a failure. */
export async function askHubspot<Value>(
  hubspot: HubspotAccess,
  what: string,
  call: (client: HubspotClient, signals: CallSignals) => Promise<HubspotOutcome<Value>>,
  signal: AbortSignal,
): Promise<Value> {
  return valueOf(await hubspot.settle(reading(signal), call), `HubSpot did not tell ${what}`);
}

function valueOf<Value>(
  answer: Ok<Value> | Rejected<AcculynxProblem | HubspotProblem>,
  failure: string,
): Value {
  if (answer.outcome === 'ok') return answer.value;
  const { problem } = answer;
  const words = problem.message === '' ? '.' : `: ${problem.message}`;
  const trace = 'traceId' in problem && problem.traceId ? ` (AccuLynx trace id: ${problem.traceId})` : '';
  throw new RunFailed(`${failure}. It answered ${statusText(problem.status)}${words}${trace}`);
}
