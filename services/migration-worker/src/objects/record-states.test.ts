import { contactOfId, contactsPageSchema, jobOfId, jobsPageSchema } from '@ridgeline/acculynx';
import { recordStateSchema } from '@ridgeline/contracts/internal';
import fc from '@ridgeline/testkit/property';
import { describe, expect, test } from '@jest/globals';
import { contactState } from './contact/reading/contact-state.ts';
import { jobState } from './job/reading/job-state.ts';

/** Texts as AccuLynx has them, including empty ones and values that are not texts. */
const odd = fc.oneof(fc.string(), fc.constantFrom(null, '', '  ', 7, true, {}, []));
const place = fc.option(fc.record({ id: fc.nat(), name: odd, abbreviation: odd }));
const address = fc.option(
  fc.record({ street1: odd, street2: odd, city: odd, zipCode: odd, state: place, country: place }),
);
const some = <Part>(part: fc.Arbitrary<Part>) => fc.option(fc.array(part, { maxLength: 3 }));

const contacts = fc.record({
  id: fc.constant('c-1'),
  firstName: odd,
  lastName: odd,
  salutation: odd,
  companyName: odd,
  crossReference: odd,
  emailAddresses: some(fc.record({ id: odd, address: odd, primary: odd, type: odd })),
  phoneNumbers: some(fc.record({ id: odd, number: odd, ext: odd, primary: odd, type: odd })),
  mailingAddress: address,
});

const moment = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(null, 'soon', '2026-02-11T15:04:05', '+012026-02-11T15:04:05Z'),
);
const named = fc.option(fc.record({ id: fc.oneof(odd, fc.nat()), name: odd }));
const jobs = fc.record({
  id: fc.constant('j-1'),
  jobName: odd,
  jobNumber: odd,
  currentMilestone: odd,
  milestoneDate: moment,
  createdDate: moment,
  modifiedDate: moment,
  priority: odd,
  contacts: some(
    fc.record({
      id: fc.uuid(),
      isPrimary: odd,
      relationToPrimary: odd,
      contact: fc.option(fc.record({ id: odd, firstName: odd })),
    }),
  ),
  locationAddress: address,
  geoLocation: fc.option(fc.record({ latitude: fc.oneof(fc.double(), odd), longitude: fc.double() })),
  tradeTypes: some(fc.record({ id: odd, name: odd })),
  jobCategory: named,
  workType: named,
  leadSource: fc.option(fc.record({ id: odd, name: odd, parentId: odd })),
  leadDeadReason: odd,
});

/** The same with reversed keys and without nulls: a record as another answer returns it. */
function shownOtherwise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownOtherwise);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(shown.toReversed().map(([name, part]) => [name, shownOtherwise(part)]));
}

const listed = (item: unknown) => ({ count: 1, pageStartIndex: 0, items: [item] });
const contactIn = (item: unknown) => contactsPageSchema.parse(listed(item)).contacts[0] ?? fail();
const jobIn = (item: unknown) => jobsPageSchema.parse(listed(item)).items[0] ?? fail();
const fail = (): never => {
  throw new Error('The page is empty');
};

describe('A record has one state, whichever answer shows it', () => {
  test('When a contact is read from the list and singly, then both give the state that reports take', () => {
    fc.assert(
      fc.property(contacts, address, (contact, billingAddress) => {
        const one = contactState(contactIn(contact));
        const alone = { ...(shownOtherwise(contact) as object), billingAddress, _link: 'https://…' };
        expect(contactState(contactOfId('c-1').parse(alone))).toEqual(one);
        expect(recordStateSchema.parse(one)).toEqual(one);
      }),
    );
  });

  test('When a job is read from a list and singly, then both give the state that reports take', () => {
    fc.assert(
      fc.property(jobs, (job) => {
        const one = jobState(jobIn(job));
        const tradeTypes =
          job.tradeTypes?.toReversed().map(({ id, name }) => ({ tradeId: id, name })) ?? null;
        const jobCategory = job.jobCategory && { categoryId: job.jobCategory.id, name: job.jobCategory.name };
        const contacts = job.contacts?.toReversed() ?? null;
        const alone = shownOtherwise({ ...job, tradeTypes, jobCategory, contacts });
        expect(jobState(jobOfId('j-1').parse(alone))).toEqual(one);
        expect(recordStateSchema.parse(one)).toEqual(one);
      }),
    );
  });

  test('When a record cannot be read, then it has no state', () => {
    expect(contactState(contactIn({ lastName: 'Okafor' }))).toBeNull();
    expect(jobState(jobIn({ id: 7, jobName: 'Okafor' }))).toBeNull();
  });
});

describe('A change gives another digest', () => {
  const contact = {
    id: 'c-1',
    firstName: 'Ngozi',
    emailAddresses: [
      { address: 'a@example.com', primary: true },
      { address: 'b@example.com', primary: false },
    ],
    phoneNumbers: [{ number: '5125550143', type: 'Mobile' }],
    mailingAddress: { city: 'Waco', state: { name: 'Texas', abbreviation: 'TX' } },
  };
  const job = {
    id: 'j-1',
    jobName: 'WAC-118: Okafor',
    modifiedDate: '2026-02-19T21:40:10Z',
    createdDate: '2026-02-11T15:04:05Z',
    contacts: [{ id: 'l-1', isPrimary: true, contact: { id: 'c-1', lastName: 'Okafor' } }],
    leadSource: { id: 's-1', name: 'Web', children: [] },
  };

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['a name', { firstName: 'Ada' }],
    ['a name that moved to another field', { firstName: null, lastName: 'Ngozi' }],
    ['the order of the emails', { emailAddresses: contact.emailAddresses.toReversed() }],
    ['a phone number', { phoneNumbers: [{ number: '5125550144', type: 'Mobile' }] }],
    ['the kind of a phone number', { phoneNumbers: [{ number: '5125550143', type: 'Home' }] }],
    ['the city', { mailingAddress: { city: 'Austin', state: { name: 'Texas', abbreviation: 'TX' } } }],
    ['the address, which is removed', { mailingAddress: null }],
  ])('When a contact changes in %s', (_, change) => {
    const changed = contactState(contactIn({ ...contact, ...change }));
    expect(changed?.digest).not.toBe(contactState(contactIn(contact))?.digest);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['its milestone', { currentMilestone: 'Approved' }],
    [
      'its date of modification alone, as for a detail that no list shows',
      { modifiedDate: '2026-02-20T00:00:00Z' },
    ],
    ['its contact', { contacts: [{ id: 'l-2', isPrimary: true, contact: { id: 'c-2' } }] }],
    ['which of its contacts is the primary one', { contacts: [{ id: 'l-1', contact: { id: 'c-1' } }] }],
    ['its place', { geoLocation: { latitude: 31.5, longitude: -97.1 } }],
    ['a trade', { tradeTypes: [{ id: 't-1', name: 'Roofing' }] }],
  ])('When a job changes in %s', (_, change) => {
    expect(jobState(jobIn({ ...job, ...change }))?.digest).not.toBe(jobState(jobIn(job))?.digest);
  });

  test('But not what is no change of the job: a renamed contact, and other sources below its own', () => {
    const contacts = [{ id: 'l-1', isPrimary: true, contact: { id: 'c-1', lastName: 'Renamed' } }];
    const leadSource = { id: 's-1', name: 'Web', children: [{ id: 's-2', name: 'Search' }] };
    expect(jobState(jobIn({ ...job, contacts, leadSource }))).toEqual(jobState(jobIn(job)));
  });

  test('When its digest is read, then it begins with its version, so that a release can choose other fields', () => {
    expect(contactState(contactIn(contact))).toMatchObject({
      digest: expect.stringMatching(/^1:[\w-]{20}$/),
      changedAt: null,
      createdAt: null,
    });
    expect(jobState(jobIn(job))).toMatchObject({
      changedAt: '2026-02-19T21:40:10.000Z',
      createdAt: '2026-02-11T15:04:05.000Z',
    });
  });
});
