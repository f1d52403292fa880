import { contactSchema, type AcculynxClient, type AcculynxContact } from '@ridgeline/acculynx';
import type { DueRecord } from '@ridgeline/contracts/internal';
import { describe, expect, test } from '@jest/globals';
import type { AcculynxAccess } from '../../vendors/run-vendors.ts';
import { ListOrder } from '../../base/list-order.ts';
import { aDueRecord, aRound } from '../../sync/testing.ts';
import { AnsweredInSteps } from '../../vendors/testing/answered-in-steps.ts';
import { settling } from '../../vendors/testing/settling.ts';
import { contactSync } from './contact-sync.ts';
import type { ContactOptions } from './prepare/prepare-contacts.ts';

const inFull = {
  emailAddresses: [{ address: 'a@example.com' }],
  phoneNumbers: [{ number: '+12025550123' }],
  mailingAddress: { street1: '1 Main St' },
};
const aContact = (id: string, fields: object = inFull): AcculynxContact =>
  contactSchema.parse({ id, ...fields });

/** AccuLynx with these contacts, of which a search finds the created ones; `steps`: the calls made concurrently. */
function acculynx(contacts: readonly AcculynxContact[], created: readonly string[]) {
  const calls = new AnsweredInSteps();
  const { steps } = calls;
  const answered = calls.answer.bind(calls);
  // The first page shows how long the list is.
  const goesOn = Promise.withResolvers<undefined>();
  const client = {
    contact: (id: string) => answered(id, contacts.find((contact) => contact.id === id) ?? null),
    contactsPage: (startIndex: number) => {
      if (startIndex > 0) goesOn.resolve(undefined);
      return answered(`list ${String(startIndex)}`, {
        ...{ count: contacts.length, startIndex },
        contacts: contacts.slice(startIndex, startIndex + 50),
      });
    },
    createdContacts: ({ page }: { readonly page: number }) => {
      const found = contacts.filter(({ id }) => created.includes(id));
      const value = { count: found.length, startIndex: page, contacts: page === 0 ? found : [] };
      return answered(`search ${String(page)}`, value);
    },
  };
  const { signal } = new AbortController();
  const access = { ...settling(client as unknown as AcculynxClient), stopping: signal } as AcculynxAccess;
  const options = {} as ContactOptions;
  const kept = {};
  const lists = new ListOrder();
  const noted: string[] = [];
  const lacking = (...records: readonly DueRecord[]) => contactSync.lacking({ records }, kept);
  const read = async (
    records: readonly DueRecord[],
    takenAt = '2026-11-25T10:00:02.000Z',
    alsoWaiting = 0,
  ) => {
    steps.length = 0;
    const round = aRound({ records, takenAt, alsoWaiting });
    const noteKept = (id: string) => void noted.push(id);
    const reading = await contactSync.read({
      acculynx: access,
      round,
      options,
      kept,
      account: 'acme',
      lists,
      noteKept,
      signal,
    });
    return { ...reading, ids: reading.found.map(({ source }) => source.id), steps: [...steps] };
  };
  return { read, lacking, noted, steps, lists, goesOn: goesOn.promise };
}

const unsure = (id: string, change: Partial<DueRecord> = {}) =>
  aDueRecord(id, { isNew: false, knownAt: '2026-11-25T10:00:01.000Z', ...change });
const linked = (id: string) => unsure(id, { hubspotId: '900' });

describe('The contacts of a round are read in few steps', () => {
  test('When some are linked and others may be new, then both are asked for side by side, and the search has the new ones', async () => {
    const { read } = acculynx([aContact('linked'), aContact('new')], ['new']);
    expect(await read([linked('linked'), unsure('new')])).toMatchObject({
      ids: ['linked', 'new'],
      absent: [],
      steps: [['search 0', 'linked']],
    });
  });

  test('When the search does not have a new contact in full, then it is read individually', async () => {
    const { read } = acculynx([aContact('new', { lastName: 'Okafor' })], ['new']);
    expect(await read([unsure('new')])).toMatchObject({ ids: ['new'], steps: [['search 0'], ['new']] });
  });

  test('When the search does not have a contact, then its single read tells whether it is old or gone', async () => {
    const { read } = acculynx([aContact('old', { lastName: 'Okafor' })], []);
    expect(await read([unsure('old'), unsure('gone')])).toMatchObject({
      ids: [],
      absent: [
        { sourceId: 'old', absence: 'not_new', name: 'Okafor' },
        { sourceId: 'gone', absence: 'gone', name: null },
      ],
      steps: [['search 0'], ['old', 'gone']],
    });
  });

  test('When an earlier search had a contact after its last event, then it costs no call; after another event it is read', async () => {
    const { read } = acculynx([aContact('a'), aContact('b')], ['a', 'b']);
    await read([unsure('a')]);
    const before = unsure('b', { knownAt: '2026-11-25T09:59:59.000Z' });
    expect(await read([before], '2026-11-25T10:00:09.000Z')).toMatchObject({ ids: ['b'], steps: [] });
    expect(await read([unsure('b')], '2026-11-25T10:00:09.000Z')).toMatchObject({
      ids: ['b'],
      steps: [['b']],
    });
  });

  test('When a contact of a search was due in a round, then the next round in which it is due reads it again', async () => {
    const { read } = acculynx([aContact('a'), aContact('b')], ['a', 'b']);
    const before = { knownAt: '2026-11-25T09:59:59.000Z' };
    await read([unsure('a', before)]);
    expect((await read([unsure('a', before)], '2026-11-25T10:00:09.000Z')).steps).toEqual([['a']]);
    expect((await read([unsure('b', before)], '2026-11-25T10:00:09.000Z')).steps).toEqual([]);
    expect((await read([unsure('b', before)], '2026-11-25T10:00:09.000Z')).steps).toEqual([['b']]);
  });

  test('When the list was read for a round, then later ones take from it what it had after their events', async () => {
    const contacts = Array.from({ length: 60 }, (_, index) =>
      aContact(`c-${String(index)}`, { lastName: 'Okafor' }),
    );
    const { read, lacking, noted } = acculynx(contacts, []);
    const before = { hubspotId: '900', knownAt: '2026-11-25T09:59:59.000Z' };
    expect(lacking(unsure('c-50', before))).toBe(1);
    await read(contacts.slice(0, 30).map(({ id }) => linked(id)));
    expect(new Set(noted)).toEqual(new Set(contacts.map(({ id }) => id)));
    expect(lacking(unsure('c-50', before))).toBe(0);
    // After a newer event, and for a contact that was due in the round that read the list.
    expect(lacking(unsure('c-50', before), linked('c-51'), unsure('c-1', before))).toBe(2);
    // For an unlinked contact, a search decides.
    expect(lacking(unsure('c-52', { ...before, hubspotId: null }))).toBe(Infinity);
    const taken = '2026-11-25T10:00:09.000Z';
    expect(await read([unsure('c-50', before)], taken)).toMatchObject({ ids: ['c-50'], steps: [] });
    expect(await read([linked('c-51')], taken)).toMatchObject({ ids: ['c-51'], steps: [['c-51']] });
  });

  test('When a backlog waits, then other lists are read only after that of contacts; for some that are due, beside it', async () => {
    const contacts = Array.from({ length: 500 }, (_, index) => aContact(`c-${String(index)}`));
    const due = contacts.slice(0, 60).map(({ id }) => linked(id));
    const pagesBefore = async (alsoWaiting: number) => {
      const { read, steps, lists, goesOn } = acculynx(contacts, []);
      const reading = read(due, undefined, alsoWaiting);
      const pages = goesOn.then(() => lists.others()).then(() => steps.flat().length);
      await reading;
      return pages;
    };
    expect(await pagesBefore(300)).toBeGreaterThanOrEqual(10);
    expect(await pagesBefore(0)).toBeLessThan(10);
  });
});
