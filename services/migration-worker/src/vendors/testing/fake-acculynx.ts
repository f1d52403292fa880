import type { AcculynxClient, ContactsPage } from '@ridgeline/acculynx';
import type { AcculynxAccess } from '../record-source.ts';

/** AccuLynx with this page of contacts; its other calls are not there. */
export function fakeAcculynx(page: ContactsPage): AcculynxAccess {
  const client: Pick<AcculynxClient, 'contactsPage'> = {
    contactsPage: () => Promise.resolve({ outcome: 'ok', value: page }),
  };
  return {
    client: client as AcculynxClient,
    calls: {
      async settle(signals, call) {
        const outcome = await call(signals.calling);
        if (outcome.outcome === 'ok' || outcome.outcome === 'rejected') return outcome;
        throw new Error(`The fake does not answer: ${outcome.outcome}`);
      },
    },
    stopping: new AbortController().signal,
  };
}
