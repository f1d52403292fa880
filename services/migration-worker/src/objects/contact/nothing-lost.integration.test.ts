import { createAcculynxClient, UnreadableRecord, type AcculynxContact } from '@ridgeline/acculynx';
import { OutcomeKind } from '@ridgeline/events';
import { cleanText } from '@ridgeline/hubspot';
import { writesTo } from '@ridgeline/testkit/integration';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { company } from '../../testing/bench-company.ts';
import type { AcculynxAccess } from '../../vendors/run-vendors.ts';
import { settling } from '../../vendors/testing/settling.ts';
import { contactsByIds } from './reading/contact-by-ids.ts';
import { ContactBench } from '../../run/testing/contact-bench.ts';

let bench: ContactBench;
beforeEach(async () => {
  bench = await ContactBench.start();
});
afterEach(() => bench[Symbol.asyncDispose]());

/** AccuLynx without a rate limit. */
function access(): AcculynxAccess {
  return {
    ...settling(createAcculynxClient({ baseUrl: bench.addresses.acculynx, secret: company.acculynxApiKey })),
    stopping: new AbortController().signal,
  };
}

const { signal } = new AbortController();
const idsOf = () => bench.control.sourceIds(company.companyId, 'contacts');
const allContacts = async () => contactsByIds(access())(await idsOf(), signal);

/** The contacts' addresses and numbers that their HubSpot records do not contain anywhere. */
async function lost(): Promise<string[]> {
  const contacts = await allContacts();
  const target = await bench.control.targetContacts(company.portalId);
  return target.flatMap(({ properties }) => {
    const contact = contacts.get(properties['acculynx_contact_id'] ?? '');
    return !contact || contact instanceof UnreadableRecord ? ['unknown origin'] : lostOf(contact, properties);
  });
}

function lostOf(contact: AcculynxContact, properties: Readonly<Record<string, string | null>>): string[] {
  const emails = [properties['email'], properties['acculynx_other_emails']].join('; ').toLowerCase();
  const phones = ['phone', 'mobilephone', 'acculynx_other_phones'].map((name) => properties[name]).join('; ');
  const digits = phones.replace(/\D/g, '');
  return [
    ...contact.emailAddresses
      .map(({ address }) => cleanText(address)?.toLowerCase() ?? '')
      .filter((address) => !emails.includes(address)),
    ...contact.phoneNumbers
      .map(({ number }) => number?.replace(/\D/g, '').replace(/^1/, '') ?? '')
      .filter((number) => !digits.includes(number)),
  ];
}

const othersOf = async (id: string): Promise<string | null> => {
  const target = await bench.control.targetContacts(company.portalId);
  const record = target.find(({ properties }) => properties['acculynx_contact_id'] === id);
  return record?.properties['acculynx_other_emails'] ?? null;
};

describe('Our text properties hold what HubSpot cannot take as such', () => {
  test('When contacts are copied, then every address and number is somewhere in HubSpot, and a second run writes nothing', async () => {
    const first = await bench.migrate();
    expect(await lost()).toEqual([]);
    const records = await bench.control.targetContacts(company.portalId);
    for (const property of ['acculynx_other_emails', 'acculynx_other_phones']) {
      const those = records.filter(({ properties }) => properties[property]);
      expect(those.length).toBeGreaterThan(10);
      expect(those.length).toBeLessThan(60);
    }
    const told = first.outcomes.filter(({ warnings }) => warnings.includes('other_emails'));
    expect(told).toHaveLength(records.filter(({ properties }) => properties['acculynx_other_emails']).length);

    const seen = (await bench.control.requests(company.companyId)).at(-1)?.number ?? 0;
    bench.anotherMigration();
    const second = await bench.migrate();
    expect(writesTo(await bench.control.requests(company.companyId, seen))).toEqual([]);
    expect(second.of(OutcomeKind.UNCHANGED)).toHaveLength(records.length);
  });

  test('When a shared address is given later, then it leaves the text; who stays without it keeps it there', async () => {
    const [a, b, c] = await bench.usableContacts();
    const email = a?.email ?? '';
    for (const { id = '' } of [b ?? {}, c ?? {}]) await bench.changeEmail(id, email);
    await bench.fault({ kind: 'refuse-records', sourceIds: [a?.id ?? ''], property: 'salutation' });
    await bench.migrate();
    expect([await bench.emailOf(b?.id ?? ''), await othersOf(b?.id ?? '')]).toEqual([email, null]);
    expect([await bench.emailOf(c?.id ?? ''), await othersOf(c?.id ?? '')]).toEqual([null, email]);
    expect(await lost()).toEqual([]);
  });

  test('When HubSpot keeps rejecting an address, then our text property holds it and nothing else is written', async () => {
    const [first] = await bench.usableContacts();
    const email = first?.email ?? '';
    await bench.fault({ kind: 'refuse-records', emails: [email], code: 'INVALID_EMAIL', property: 'email' });
    await bench.migrate();
    expect([await bench.emailOf(first?.id ?? ''), await othersOf(first?.id ?? '')]).toEqual([null, email]);
    bench.anotherMigration();
    const second = await bench.migrate();
    expect([...second.of(OutcomeKind.UPDATED), ...second.of(OutcomeKind.FAILED)]).toEqual([]);
    expect(await othersOf(first?.id ?? '')).toBe(email);
  });
});

describe('Contacts are read by their ids', () => {
  test('When they are read singly, then they are as in the list, with their billing address; one that is gone is missing', async () => {
    const byList = await allContacts();
    const ids = [...byList.keys()].slice(100, 105);
    const singly = await contactsByIds(access())([...ids, 'c-gone'], signal);
    expect([...singly.keys()]).toEqual(ids);
    // A list leaves the billing address out (docs/vendors/acculynx.md, 4.2).
    for (const [id, contact] of singly)
      expect(Object.assign(contact, { billingAddress: null, isWhole: false })).toEqual(byList.get(id));
    expect(byList.size).toBe(company.contacts);
  });
});
