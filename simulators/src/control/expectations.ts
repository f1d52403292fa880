import { isDeliverableForm } from '../hubspot/portal/email-rule.ts';
import type { CompanyData } from '../seed/company-data.ts';
import type { Contact } from '../seed/contacts.ts';
import type { Job } from '../seed/job.ts';

type Counts = Record<string, number>;

const count = (counts: Counts, oddity: string, present: boolean): void => {
  counts[oddity] = (counts[oddity] ?? 0) + (present ? 1 : 0);
};

/** The address that AccuLynx marks as primary, else the first one, as stored. */
const primaryEmail = (contact: Contact): string | null =>
  (contact.emailAddresses.find((email) => email.primary) ?? contact.emailAddresses[0])?.address ?? null;

const isStrange = (contact: Contact): boolean =>
  /[^\p{ASCII}]|["';<>\\\t=&]/u.test(`${contact.firstName ?? ''}${contact.lastName ?? ''}`);

function countEmailOddities(counts: Counts, contact: Contact, firstByEmail: Map<string, string>): void {
  const stored = primaryEmail(contact);
  const email = stored?.trim() ?? '';
  const lower = email.toLowerCase();
  const valid = isDeliverableForm(lower);
  const before = valid ? firstByEmail.get(lower) : undefined;
  count(counts, 'noEmail', stored === null);
  count(counts, 'invalidEmail', stored !== null && !valid);
  count(counts, 'blanksAroundEmail', stored !== null && valid && stored !== email);
  count(counts, 'sharedEmail', before !== undefined);
  count(counts, 'sharedEmailInOtherCase', before !== undefined && before !== email);
  count(counts, 'severalEmails', contact.emailAddresses.length > 1);
  if (valid && before === undefined) firstByEmail.set(lower, email);
}

/**
 * Counts contacts by oddity from the data as they are. `sharedEmail` counts those whose address (trimmed, without regard
 * to case) an earlier contact has; `invalidEmail` follows the HubSpot simulator's rule after trimming.
 */
function countContactOddities(contacts: Iterable<Contact>): Counts {
  const counts: Counts = { total: 0 };
  const firstByEmail = new Map<string, string>();
  for (const contact of contacts) {
    count(counts, 'total', true);
    countEmailOddities(counts, contact, firstByEmail);
    count(counts, 'noPhone', contact.phoneNumbers.length === 0);
    count(counts, 'severalPhones', contact.phoneNumbers.length > 1);
    count(
      counts,
      'formattedPhone',
      contact.phoneNumbers.some((phone) => !/^\d{10}$/.test(phone.number)),
    );
    count(
      counts,
      'unknownPhoneType',
      contact.phoneNumbers.some((phone) => phone.type === 'Pager'),
    );
    count(counts, 'companyOnly', contact.firstName === null && contact.lastName === null);
    count(counts, 'strangeCharacters', isStrange(contact));
    count(counts, 'longName', (contact.lastName?.length ?? 0) >= 49);
    count(counts, 'noAddress', contact.mailingAddress === null);
    count(counts, 'noStreet', contact.mailingAddress?.street1 === null);
    count(counts, 'noState', contact.mailingAddress?.state === null);
    count(counts, 'noZipCode', contact.mailingAddress?.zipCode === null);
  }
  return counts;
}

/** Counts jobs by assignment, milestone, contacts and missing or unknown choices. */
function countJobOddities(jobs: Iterable<Job>, isContact: (id: string) => boolean): Counts {
  const counts: Counts = { total: 0 };
  for (const job of jobs) {
    count(counts, 'total', true);
    count(counts, 'unassigned', !job.assigned);
    count(counts, 'deadLead', job.currentMilestone === 'Dead');
    count(counts, 'cancelled', job.currentMilestone === 'Cancelled');
    count(counts, 'twoContacts', job.contacts.length > 1);
    count(counts, 'noContacts', job.contacts.length === 0);
    count(counts, 'tenContacts', job.contacts.length >= 10);
    count(
      counts,
      'deletedContact',
      job.contacts.some(({ contactId }) => !isContact(contactId)),
    );
    count(counts, 'missingDates', job.milestoneDate === null || job.modifiedDate === null);
    count(counts, 'severalTrades', job.tradeTypes.length > 1);
    count(counts, 'noTrade', job.tradeTypes.length === 0);
    count(counts, 'childLeadSource', job.leadSource?.parentId !== undefined);
    count(counts, 'longValues', job.jobName.length >= 400);
    count(counts, 'strangeCharacters', /[^\p{ASCII}]/u.test(job.jobName));
    count(counts, 'noAddress', job.locationAddress === null);
    count(counts, 'noCategory', job.jobCategory === null);
    count(counts, 'noWorkType', job.workType === null);
    count(counts, 'noLeadSource', job.leadSource === null);
    count(counts, 'retiredCategory', job.jobCategory?.name.endsWith('(old)') ?? false);
    count(counts, 'unusualPriority', job.priority === 'Low' || job.priority === 'Urgent');
    count(counts, 'numberOnlyInName', job.jobNumber === '');
  }
  return counts;
}

/** Counts a company's records by oddity, computed from the data as they are now. */
export const expectationsOf = ({ contacts, jobs }: CompanyData): { contacts: Counts; jobs: Counts } => ({
  contacts: countContactOddities(contacts.all()),
  jobs: countJobOddities(jobs.all().values(), (id) => contacts.get(id) !== null),
});
