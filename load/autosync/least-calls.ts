import type { SourceStreamChange } from '@ridgeline/testkit';

const windowMs = 2_000;
const contactsPage = 50;
const jobsPage = 25;
/** Records of a batch and pairs of an association pack at HubSpot (docs/vendors/hubspot.md, 7 and 10). */
const batchSize = 100;

/**
 * The fewest calls that copy the changes of one company if each window of two seconds is copied separately: contacts one by
 * one or by the list's pages, whichever is fewer; jobs by the newest pages of both lists, or one by one; a read and a write
 * per batch and kind; and the associations of new deals. Not counted, though needed: the search for contacts that are new,
 * the contacts that new jobs name, the lookup of new contacts by email, the associations of changed deals, and what is
 * prepared for some minutes.
 */
export function leastSyncCalls(changes: readonly SourceStreamChange[], contacts: number): number {
  const windows = Map.groupBy(changes, ({ at }) => Math.floor(Date.parse(at) / windowMs));
  return [...windows.values()].reduce((sum, window) => sum + leastOfWindow(window, contacts), 0);
}

function leastOfWindow(window: readonly SourceStreamChange[], allContacts: number): number {
  const distinct = (list: SourceStreamChange['list'], wanted = window): number =>
    new Set(wanted.filter((change) => change.list === list).map(({ id }) => id)).size;
  const created = window.filter(({ action }) => action === 'created');
  const [contacts, jobs] = [distinct('contacts'), distinct('jobs')];
  const newDeals = distinct('jobs', created);
  const contactReads = Math.min(contacts, Math.ceil(allContacts / contactsPage));
  // It is unknown beforehand which of the two lists a job is in.
  const jobReads = jobs === 0 ? 0 : Math.min(jobs, Math.ceil(jobs / jobsPage) + 1);
  const batches = Math.ceil(contacts / batchSize) + Math.ceil(jobs / batchSize);
  return contactReads + jobReads + 2 * batches + Math.ceil(newDeals / batchSize);
}

/** Only AccuLynx' calls, for records that may all be copied in one batch. */
export const leastReads = (contacts: number, jobs: number, allContacts: number): number =>
  Math.min(contacts, Math.ceil(allContacts / contactsPage)) + Math.ceil(jobs / jobsPage) + 1;
