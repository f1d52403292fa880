import type { SourceStreamChange } from '@ridgeline/testkit';

const windowMs = 2_000;
const contactsPage = 50;
/** A page of jobs, and of the search for contacts by days of creation (vendors/acculynx.md, 3.3). */
const smallPage = 25;
/** Records of a batch and pairs of an association pack at HubSpot (vendors/hubspot.md, 7 and 10). */
const batchSize = 100;

/**
 * The least calls in which the changes of one company can be copied when each window of two seconds is copied for itself:
 * changed contacts singly or by the list's pages, whichever is fewer; new ones by the search, which alone says that they are
 * new, and has them in full; jobs by the newest pages of both lists, or singly; a read and a write per batch and kind; and the
 * associations of new deals. Not counted, because changes do not say how many it takes: contacts that new jobs name and that
 * are not in HubSpot, the look-up of new contacts by email, associations of changed deals, and what is prepared for some
 * minutes.
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
  const [newContacts, newDeals] = [distinct('contacts', created), distinct('jobs', created)];
  const contactReads =
    Math.min(contacts - newContacts, Math.ceil(allContacts / contactsPage)) +
    Math.ceil(newContacts / smallPage);
  // Which of the two lists a job is in is not known before.
  const jobReads = jobs === 0 ? 0 : Math.min(jobs, Math.ceil(jobs / smallPage) + 1);
  const batches = Math.ceil(contacts / batchSize) + Math.ceil(jobs / batchSize);
  return contactReads + jobReads + 2 * batches + Math.ceil(newDeals / batchSize);
}

/** AccuLynx' calls alone, for records that may all be carried at once. */
export const leastReads = (contacts: number, jobs: number, allContacts: number): number =>
  Math.min(contacts, Math.ceil(allContacts / contactsPage)) + Math.ceil(jobs / smallPage) + 1;
