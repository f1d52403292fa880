import { contactSchema, dayAfter, type AcculynxClient, type CreatedContactsQuery } from '@ridgeline/acculynx';
import { describe, expect, test } from '@jest/globals';
import { pause } from '@ridgeline/kit';
import { settling } from '../../../vendors/testing/settling.ts';
import { CreatedContacts } from './created-contacts.ts';

type Span = Parameters<CreatedContacts['search']>[2];

const span: Span = {
  since: '2026-11-25T08:00:00.000Z',
  createdKnownUntil: '2026-11-27T08:00:00.000Z',
  takenAt: '2026-11-27T10:00:00.000Z',
};

/** A contact as a search finds it; on the 26th unless the test says otherwise. */
interface Created {
  readonly id: string;
  readonly day?: string;
  readonly fields?: object;
}

/** AccuLynx whose search finds these contacts, newest first; past the end it repeats its last page. */
function searching(all: readonly Created[], { tellsCount = true } = {}) {
  const contacts = [...all];
  const asked: CreatedContactsQuery[] = [];
  /** Called before a page is answered. */
  const onPage = new Map<number, () => unknown>();
  const client = {
    async createdContacts(query: CreatedContactsQuery) {
      asked.push(query);
      await onPage.get(query.page)?.();
      const { from, to } = query.created;
      const found = contacts.filter(({ day = '2026-11-26' }) => day >= from && day <= to);
      const last = Math.max(0, Math.ceil(found.length / 25) - 1);
      const start = Math.min(query.page, last) * 25;
      const page = found
        .slice(start, start + 25)
        .map(({ id, fields }) => contactSchema.parse({ id, ...fields }));
      const value = { count: tellsCount ? found.length : null, startIndex: query.page, contacts: page };
      return { outcome: 'ok', value };
    },
  };
  const { signal } = new AbortController();
  const acculynx = { ...settling(client as unknown as AcculynxClient), stopping: signal };
  const created = new CreatedContacts();
  const search = async (wanted: readonly string[], change: Partial<Span> = {}) => {
    asked.length = 0;
    const known = await created.search(wanted, acculynx, { ...span, ...change }, signal);
    return { isNew: wanted.filter((id) => created.has(id)), pages: asked.length, known };
  };
  return { search, asked, contacts, created, onPage };
}

const many = (count: number, day?: string): Created[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${day ?? 'c'}-${String(index)}`,
    ...(day ? { day } : {}),
  }));

describe('Which contacts are new is found by the days of their creation', () => {
  test('When the contacts are new, then the page of the newest ones tells', async () => {
    const { search, asked } = searching(many(100));
    expect(await search(['c-0', 'c-3'])).toEqual({ isNew: ['c-0', 'c-3'], pages: 1, known: null });
    expect(asked).toEqual([{ page: 0, created: { from: '2026-11-25', to: '2026-11-28' } }]);
  });

  test('When many contacts are wanted, then as many pages are asked for side by side as these need', async () => {
    const { search, asked } = searching(many(1_000));
    const wanted = many(75).map(({ id }) => id);
    expect(await search(wanted)).toEqual({ isNew: wanted, pages: 3, known: null });
    expect(asked.map(({ page }) => page)).toEqual([0, 1, 2]);
  });

  test('When a contact is older, then all pages are read once, and the next search ends where the known ones begin', async () => {
    const { search, contacts } = searching(many(300));
    expect(await search(['old'])).toMatchObject({ isNew: [], pages: 12 });
    contacts.unshift({ id: 'new' });
    expect(await search(['new', 'old'])).toMatchObject({ isNew: ['new'], pages: 6 });
    expect(await search(['c-7', 'new'])).toMatchObject({ isNew: ['c-7', 'new'], pages: 0 });
  });

  test('When AccuLynx does not say how many there are, then a page that brings nothing new is the last one', async () => {
    const { search } = searching(many(300), { tellsCount: false });
    expect(await search(['old'])).toMatchObject({ isNew: [], pages: 13 });
    expect(await search(['old'])).toMatchObject({ isNew: [], pages: 5 });
  });

  test('When a search stops before what is known, then the next one does not take its contacts for all there are', async () => {
    const { search } = searching(many(300));
    expect((await search(['c-0'])).pages).toBe(1);
    expect(await search(['c-299'])).toMatchObject({ isNew: ['c-299'], pages: 12 });
  });
});

describe('What searches cost does not grow with the time since the switch', () => {
  /** 25 contacts a day, for 200 days: a search of 200 pages. */
  const days = Array.from({ length: 200 }, (_, index) => dayAfter('2026-11-25', 200 - index));
  const history = days.flatMap((day) => many(25, day));
  const now = { takenAt: `${days[0] ?? ''}T10:00:00.000Z` };

  test('When an old contact changes long after the switch, then the days since all was known are searched, and no others', async () => {
    const { search } = searching(history);
    const known = { ...now, createdKnownUntil: `${days[0] ?? ''}T02:00:00.000Z` };
    expect(await search(['old'], known)).toEqual({ isNew: [], pages: 3, known: null });
  });

  test('When a day has passed since all was known, then what was created since then must be noted permanently', async () => {
    const { search } = searching(history);
    const known = { ...now, createdKnownUntil: `${days[3] ?? ''}T08:00:00.000Z` };
    const newest = `${days[0] ?? ''}-0`;
    const answer = await search([newest], known);
    expect(answer).toMatchObject({ isNew: [newest], pages: 6 });
    expect(answer.known).toMatchObject({ from: days[5], until: now.takenAt });
    expect(answer.known?.sourceIds).toHaveLength(150);
  });

  test('When nothing was known yet, then one search reads all of it, several pages side by side, once', async () => {
    const { search } = searching(history);
    const { pages, known } = await search(['old'], { ...now, createdKnownUntil: null });
    expect(pages).toBe(200);
    expect(known).toMatchObject({ from: '2026-11-24', until: now.takenAt });
    expect(known?.sourceIds).toHaveLength(5_000);
  });
});

describe('A search misses no contact while others are created and deleted', () => {
  test('When contacts are deleted while it reads, then it reads again what may have moved to pages that it has read', async () => {
    const { search, contacts, onPage } = searching(many(200));
    onPage.set(3, async () => {
      onPage.delete(3);
      await pause(0);
      contacts.splice(0, 30);
    });
    const { isNew } = await search(many(200).map(({ id }) => id));
    expect(isNew).toHaveLength(200);
  });

  test('When a contact is created and a page is answered before the one in front of it, then none in between is missed', async () => {
    const { search, contacts, onPage } = searching(many(200));
    onPage.set(0, async () => {
      onPage.delete(0);
      await pause(0);
      contacts.unshift({ id: 'newer' });
    });
    const { isNew } = await search(many(30).map(({ id }) => id));
    expect(isNew).toHaveLength(30);
  });

  test('When so many are created while it reads that a page brings nothing new, then that page is not considered the last one', async () => {
    const { search, contacts, onPage } = searching(many(100));
    onPage.set(1, () => onPage.delete(1) && contacts.unshift(...many(25, '2026-11-27')));
    expect((await search(['c-99'])).isNew).toEqual(['c-99']);
  });
});

describe('A search has contacts in full', () => {
  const inFull = {
    emailAddresses: [{ address: 'a@example.com' }],
    phoneNumbers: [{ number: '+12025550123' }],
    mailingAddress: { street1: '1 Main St' },
  };

  test('When it shows all that a single read does, then it is kept with the moment of the search', async () => {
    const { search, created } = searching([{ id: 'a', fields: inFull }]);
    await search(['a']);
    expect(created.contacts.get('a')).toMatchObject({ source: { id: 'a' }, readAt: span.takenAt });
  });

  test('When it shows email addresses and phone numbers of others, then one without any has none', async () => {
    const none = { ...inFull, emailAddresses: [], phoneNumbers: [] };
    const { search, created } = searching([
      { id: 'none', fields: none },
      { id: 'a', fields: inFull },
    ]);
    await search(['a']);
    expect(created.contacts.get('none')).toBeDefined();
  });

  test.each([
    ['its email addresses are links', { ...inFull, emailAddresses: [{ id: 'e' }] }],
    ['its phone numbers are links', { ...inFull, phoneNumbers: [{ id: 'p' }] }],
    ['no contact shows an email address', { ...inFull, emailAddresses: [] }],
    ['no contact shows a phone number', { ...inFull, phoneNumbers: [] }],
    ['only a billing address could say where it is', { ...inFull, mailingAddress: null }],
  ])('When %s, then it is read individually', async (_, fields) => {
    const { search, created } = searching([{ id: 'a', fields }]);
    await search(['a']);
    expect(created.has('a')).toBe(true);
    expect(created.contacts.get('a')).toBeUndefined();
  });
});
