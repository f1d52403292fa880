import { OutcomeKind } from '@ridgeline/events';
import { afterEach, expect, test } from '@jest/globals';
import { company } from '../testing/bench-company.ts';
import { ContactBench } from './testing/contact-bench.ts';

const benches: ContactBench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench[Symbol.asyncDispose]();
});

const options = { includeNoEmailContacts: true };
const dry = { settings: { dryRun: true, options }, seeksLookAlikes: true } as const;

/** Contacts of AccuLynx whose phone number, or name, no other one has; HubSpot has a look-alike of each. */
async function started() {
  const bench = await ContactBench.start();
  benches.push(bench);
  const contacts = await bench.control.sourceContacts(company.companyId);
  const numbersOf = ({ phoneNumbers }: (typeof contacts)[number]) =>
    phoneNumbers.flatMap(({ number }) => {
      const digits = number.replaceAll(/\D/g, '').slice(-10);
      return digits.length === 10 ? digits : [];
    });
  const byPhone = contacts.find(
    (contact) => contact.phoneNumbers.length === 1 && numbersOf(contact).length === 1,
  );
  const byName = contacts.find(
    ({ id, firstName, lastName, mailingAddress }) =>
      id !== byPhone?.id && firstName && lastName && mailingAddress?.zipCode,
  );
  if (!byPhone || !byName?.firstName || !byName.lastName) throw new Error('The company has too few contacts');
  const [phone = ''] = numbersOf(byPhone);
  const named = {
    firstname: byName.firstName.toUpperCase(),
    lastname: byName.lastName.toLowerCase(),
    zip: byName.mailingAddress?.zipCode ?? '',
  };
  const theirPhone = await bench.inPortal({
    firstname: 'A.',
    mobilephone: `+1 (${phone.slice(0, 3)}) ${phone.slice(3)}`,
  });
  const theirName = await bench.inPortal(named);
  return { bench, byPhone, byName, phone, theirPhone, theirName };
}

test('When a dry run would create what HubSpot has by phone number or by name and postal code, then both are reported, with few searches', async () => {
  const { bench, byPhone, byName, phone, theirPhone, theirName } = await started();
  expect((await bench.migrate(dry)).end).toMatchObject({ failureMessage: '' });
  const found = (sourceId: string) => bench.orchestrator.lookAlikes.find((one) => one.sourceId === sourceId);
  expect(found(byPhone.id)).toMatchObject({
    phone,
    candidates: [{ hubspotId: theirPhone, likeness: ['phone'], values: { firstname: 'A.' } }],
  });
  expect(found(byName.id)).toMatchObject({
    phone: null,
    candidates: [{ hubspotId: theirName, likeness: ['name'] }],
  });
  const requests = await bench.control.requests(company.companyId);
  const searches = requests.filter(({ vendor, path }) => vendor === 'hubspot' && path.endsWith('/search'));
  expect(searches.length).toBeLessThanOrEqual(2);
});

test('When the contact is linked then, as an answer links it, then the next migration updates it and creates no second one', async () => {
  const { bench, byPhone, theirPhone } = await started();
  await bench.migrate(dry);
  bench.anotherMigration();
  bench.orchestrator.links.set(byPhone.id, theirPhone);
  const { of } = await bench.migrate({ settings: { options } });
  expect(of(OutcomeKind.UPDATED).map(({ sourceId, hubspotId }) => [sourceId, hubspotId])).toContainEqual([
    byPhone.id,
    theirPhone,
  ]);
  const records = await bench.control.targetContacts(company.portalId);
  const theirs = records.filter(({ properties }) => properties['acculynx_contact_id'] === byPhone.id);
  expect(theirs.map(({ id }) => id)).toEqual([theirPhone]);
});

test('When HubSpot rejects the search, then the dry run ends as it would, and its log says so', async () => {
  const { bench } = await started();
  await bench.fault(
    { kind: 'http-error', status: 400, body: 'json' },
    { path: '/crm/objects/*/contacts/search' },
  );
  const { end, noted } = await bench.migrate(dry);
  expect(end).toMatchObject({ failureMessage: '' });
  expect(bench.orchestrator.lookAlikes).toEqual([]);
  expect(noted).toContainEqual(expect.stringMatching(/^Could not look for possible duplicates: HubSpot/));
});
