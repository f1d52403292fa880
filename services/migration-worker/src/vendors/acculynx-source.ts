import type { AcculynxClient, FetchContactsPage } from '@ridgeline/acculynx';
import { statusText } from '@ridgeline/vendor-http';
import { RunFailed } from '../run/run-stop.ts';
import type { VendorLine } from './vendor-line.ts';

/** Reads pages of contacts, patiently. A page that AccuLynx rejects ends the run: skipping it would lose records. */
export function acculynxSource(
  client: Pick<AcculynxClient, 'contactsPage'>,
  line: Pick<VendorLine, 'settle'>,
  signal: AbortSignal,
): FetchContactsPage {
  return async (startIndex) => {
    const answer = await line.settle(signal, () => client.contactsPage(startIndex, signal));
    if (answer.outcome === 'ok') return answer.value;
    const { status, message, traceId } = answer.problem;
    const words = message === '' ? '.' : `: ${message}`;
    const trace = traceId ? ` (AccuLynx trace id: ${traceId})` : '';
    throw new RunFailed(
      `AccuLynx did not hand out its contacts. It answered ${statusText(status)}${words}${trace}`,
    );
  };
}
