import type { AcculynxClient, ContactsPage } from '@ridgeline/acculynx';

/** AccuLynx with this page of contacts; its other calls are missing. */
export function fakeAcculynx(page: ContactsPage): AcculynxClient {
  const client: Pick<AcculynxClient, 'contactsPage'> = {
    contactsPage: () => Promise.resolve({ outcome: 'ok', value: page }),
  };
  return client as AcculynxClient;
}
