import type { HubspotOutcome } from '@ridgeline/hubspot';
import { statusText } from '@ridgeline/vendor-http';
import { RunFailed } from '../base/run-errors.ts';
import type { HubspotAccess } from '../vendors/open-vendors.ts';
import { reading } from '../vendors/run-vendor-client.ts';

/** Reads something of the portal for as long as it takes; `what` names it in the failure's text. */
export async function askHubspot<Value>(
  { calls, client }: HubspotAccess,
  what: string,
  call: (client: HubspotAccess['client'], signal: AbortSignal) => Promise<HubspotOutcome<Value>>,
  signal: AbortSignal,
): Promise<Value> {
  const answer = await calls.settle(reading(signal), (until) => call(client, until));
  if (answer.outcome === 'ok') return answer.value;
  const { status, message } = answer.problem;
  const words = message === '' ? '.' : `: ${message}`;
  throw new RunFailed(`HubSpot did not tell ${what}. It answered ${statusText(status)}${words}`);
}
