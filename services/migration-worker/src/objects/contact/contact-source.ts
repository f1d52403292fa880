import {
  contactList,
  contactListSpec,
  readingCursorSchema,
  readList,
  type AcculynxClient,
  type AcculynxContact,
  type ContactsPage,
  type ListReading,
} from '@ridgeline/acculynx';
import type { Cursor } from '@ridgeline/contracts/internal';
import { statusText } from '@ridgeline/vendor-http';
import { RunFailed } from '../../base/run-errors.ts';
import { reading, type RunVendorClient } from '../../vendors/run-vendor-client.ts';

/** So many pages are on their way side by side: at half a second a page, as many as AccuLynx admits in that time. */
const pagesAhead = 6;

/** AccuLynx' contacts as a run reads them. */
export interface ContactSource {
  /** Reads all contacts, or goes on behind a cursor. `onCount` is told what AccuLynx counts. */
  read(from: Cursor | null, onCount: (count: number) => void): ListReading<AcculynxContact>;
  /** What AccuLynx counts now; null when it does not tell. */
  count(signal: AbortSignal): Promise<number | null>;
}

/** Reads contacts by calls that give a page. */
export function contactSource(
  contactsPage: (startIndex: number, signal: AbortSignal) => Promise<ContactsPage>,
): ContactSource {
  return {
    read(from, onCount) {
      // A cursor of another form than today's: what is planned is known, so reading from the start loses nothing.
      const cursor = readingCursorSchema.safeParse(from).data ?? null;
      return readList(contactList(contactsPage), contactListSpec, {
        from: cursor,
        ahead: pagesAhead,
        onCount,
      });
    },
    count: async (signal) => (await contactsPage(0, signal)).count,
  };
}

/** AccuLynx' contacts for one run, patiently. A page that AccuLynx rejects ends the run: skipping it would lose records. */
export function acculynxContacts(
  client: Pick<AcculynxClient, 'contactsPage'>,
  calls: Pick<RunVendorClient, 'settle'>,
  stopping: AbortSignal,
): ContactSource {
  return contactSource(async (startIndex, unwanted) => {
    const signals = reading(AbortSignal.any([stopping, unwanted]));
    const answer = await calls.settle(signals, (until) => client.contactsPage(startIndex, until));
    if (answer.outcome === 'ok') return answer.value;
    const { status, message, traceId } = answer.problem;
    const words = message === '' ? '.' : `: ${message}`;
    const trace = traceId ? ` (AccuLynx trace id: ${traceId})` : '';
    throw new RunFailed(
      `AccuLynx did not hand out its contacts. It answered ${statusText(status)}${words}${trace}`,
    );
  });
}
