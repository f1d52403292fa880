import { contactSchema, type AcculynxClient, type CreatedContactsQuery } from '@ridgeline/acculynx';
import { describe, expect, test } from '@jest/globals';
import { settling } from '../../../vendors/testing/settling.ts';
import { createdContactPages, CreatedContacts } from './created-contacts.ts';

const span = { since: '2026-11-25T08:00:00.000Z', takenAt: '2026-11-27T10:00:00.000Z' };

/** AccuLynx whose search finds these contacts, the newest first; past the end it repeats its last page. */
function search(ids: string[]) {
  const asked: CreatedContactsQuery[] = [];
  const client = {
    createdContacts(query: CreatedContactsQuery) {
      asked.push(query);
      const last = Math.max(0, Math.ceil(ids.length / 25) - 1);
      const start = Math.min(query.page, last) * 25;
      const contacts = ids.slice(start, start + 25).map((id) => contactSchema.parse({ id }));
      return Promise.resolve({ outcome: 'ok', value: { count: null, startIndex: query.page, contacts } });
    },
  };
  const { signal } = new AbortController();
  const acculynx = { ...settling(client as unknown as AcculynxClient), stopping: signal };
  const created = new CreatedContacts();
  const among = async (...wanted: string[]) => {
    asked.length = 0;
    const found = await created.among(new Set(wanted), acculynx, span, signal);
    return { found: [...found].sort(), pages: asked.length };
  };
  return { among, asked, pages: () => createdContactPages(acculynx, span, signal) };
}

const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `c-${String(index)}`);

describe('Which contacts are new is found by the days of their creation', () => {
  test('When the contacts are new, then the page of the newest ones tells', async () => {
    const { among, asked } = search(many(100));
    expect(await among('c-0', 'c-3')).toEqual({ found: ['c-0', 'c-3'], pages: 1 });
    expect(asked).toEqual([{ page: 0, created: { from: '2026-11-24', to: '2026-11-28' } }]);
  });

  test('When a contact is older, then all pages are read once, and the next search ends where the known ones begin', async () => {
    const ids = many(300);
    const { among } = search(ids);
    expect(await among('old')).toEqual({ found: [], pages: 13 });
    ids.unshift('new');
    expect(await among('new', 'old')).toEqual({ found: ['new'], pages: 6 });
    expect(await among('c-7', 'new')).toEqual({ found: ['c-7', 'new'], pages: 0 });
  });

  test('When a search stops before what is known, then the next one does not take its contacts for all there are', async () => {
    const ids = many(300);
    const { among } = search(ids);
    expect((await among('c-0')).pages).toBe(1);
    expect(await among('c-299')).toEqual({ found: ['c-299'], pages: 12 });
  });

  test('When those of the days of switching on are asked for, then each is listed once, though AccuLynx repeats its last page', async () => {
    const { pages } = search(many(60));
    const told: string[] = [];
    for await (const page of pages()) told.push(...page);
    expect(told).toEqual(many(60));
  });
});
