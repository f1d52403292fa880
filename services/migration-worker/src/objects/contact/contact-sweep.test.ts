import { contactSchema, type AcculynxClient } from '@ridgeline/acculynx';
import { defaultDealSettings } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import type { SweptPage } from '../../object-migration/sweep-rules.ts';
import type { AcculynxAccess } from '../../vendors/run-vendors.ts';
import { settling } from '../../vendors/testing/settling.ts';
import { sweepContacts } from './contact-sweep.ts';
import { contactState } from './reading/contact-state.ts';

const { signal } = new AbortController();

const whole = (id: string) => ({
  id,
  lastName: id,
  emailAddresses: [{ address: `${id}@example.com` }],
  phoneNumbers: [{ number: '5125550143' }],
  mailingAddress: { city: 'Waco' },
});
type Shown = Readonly<Record<string, unknown>>;

/** AccuLynx with these contacts, returned by its search in this form, 25 per page. */
function aSearch(ids: readonly string[], shown: (id: string) => Shown = (id) => whole(id)) {
  const calls: string[] = [];
  const client: Pick<AcculynxClient, 'createdContacts' | 'contact'> = {
    createdContacts: ({ created, page }) => {
      calls.push(`${created.from} ${created.to} ${String(page)}`);
      const contacts = ids
        .slice(page * 25, page * 25 + 25)
        .map((id) => contactSchema.parse({ id, lastName: id, ...shown(id) }));
      return Promise.resolve({ outcome: 'ok', value: { count: ids.length, startIndex: page, contacts } });
    },
    contact: (id) => {
      calls.push(id);
      return Promise.resolve({ outcome: 'ok', value: contactSchema.parse({ ...whole(id), isWhole: true }) });
    },
  };
  const acculynx: AcculynxAccess = {
    ...settling(client as AcculynxClient),
    stopping: signal,
    databaseTime: () => '2026-11-25T10:00:00.000Z',
  };
  const sweep = async (cursor: SweptPage['cursor'] = null): Promise<SweptPage[]> => {
    const order = { pass: 'recent' as const, after: '2026-11-25T09:45:00.000Z', cursor };
    const pages: SweptPage[] = [];
    for await (const page of sweepContacts({ acculynx, order, deals: defaultDealSettings, signal }))
      pages.push(page);
    return pages;
  };
  return { sweep, calls };
}

const digestOf = (id: string) => contactState(contactSchema.parse(whole(id)))?.digest;
const digests = (pages: readonly SweptPage[]) =>
  pages.flatMap(({ records }) => records.map(({ sourceId, digest }) => [sourceId, digest]));

describe('Contacts that were created recently are searched for', () => {
  test('When the search shows all of them, then no other call is made, from the day before to the day after', async () => {
    const { sweep, calls } = aSearch(['a', 'b']);
    const pages = await sweep();
    expect(digests(pages)).toEqual(['a', 'b'].map((id) => [id, digestOf(id)]));
    expect(pages[0]?.readAt).toBe('2026-11-25T10:00:00.000Z');
    expect(calls).toEqual(['2026-11-24 2026-11-26 0']);
  });

  test.each<[string, Shown]>([
    ['only links to emails', { emailAddresses: [{ id: 'e' }] }],
    ['no emails', { emailAddresses: [] }],
    ['no phone numbers', { phoneNumbers: [] }],
    ['no addresses', { mailingAddress: null }],
  ])(
    'When it shows %s of any contact, then each is read singly, in the state that the list shows',
    async (_, lack) => {
      const { sweep, calls } = aSearch(['a', 'b'], (id) => ({ ...whole(id), ...lack }));
      expect(digests(await sweep())).toEqual(['a', 'b'].map((id) => [id, digestOf(id)]));
      expect(calls.slice(1)).toEqual(['a', 'b']);
    },
  );

  test('When it shows addresses of others, then a contact without one has none, and is not read singly', async () => {
    const { sweep, calls } = aSearch(['a', 'b'], (id) =>
      id === 'b' ? { ...whole(id), mailingAddress: null } : whole(id),
    );
    const [, second] = digests(await sweep());
    expect(second?.[1]).toBe(
      contactState(contactSchema.parse({ ...whole('b'), mailingAddress: null }))?.digest,
    );
    expect(calls).toHaveLength(1);
  });

  test('When it continues at the place of its last page, then nothing is asked for again', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `c-${String(index)}`);
    const first = aSearch(ids);
    const pages = await first.sweep();
    expect(pages.map(({ records }) => records.length)).toEqual([25, 25, 10]);
    const next = aSearch(ids);
    expect(digests(await next.sweep(pages[0]?.cursor))).toEqual(digests(pages.slice(1)));
    const last = aSearch(ids);
    expect([await last.sweep(pages[2]?.cursor), last.calls]).toEqual([[], []]);
  });

  test('When a cursor is of another form, then the search begins at its first page', async () => {
    const { sweep, calls } = aSearch(['a']);
    await sweep({ pass: 1 });
    expect(calls).toHaveLength(1);
  });
});
