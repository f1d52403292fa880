import { describe, expect, test } from '@jest/globals';
import { contactPages, type FetchContactsPage } from './contact-pages.ts';
import { contactSchema, type ContactsPage } from './contact.ts';

const size = 50;

/** A list of `total` contacts behind one of the meanings of AccuLynx's index. */
function source(total: number, meaning: 'page' | 'offset', past: 'repeat' | 'empty' = 'repeat') {
  const ids = Array.from({ length: total }, (_, index) => `c-${String(index)}`);
  const asked: number[] = [];
  const fetchPage: FetchContactsPage = (index) => {
    asked.push(index);
    const last = Math.max(0, Math.ceil(total / size) - 1);
    const wanted = meaning === 'page' ? index * size : index;
    const start = wanted >= total && past === 'repeat' ? last * size : wanted;
    const contacts = ids.slice(start, start + size).map((id) => contactSchema.parse({ id }));
    const page: ContactsPage = { count: total + 3, startIndex: null, contacts };
    return Promise.resolve(page);
  };
  return { ids, asked, fetchPage };
}

async function readAll(fetchPage: FetchContactsPage, from = 0) {
  const pages = [];
  for await (const page of contactPages(fetchPage, from)) pages.push(page);
  return {
    ids: pages.flatMap(({ contacts }) => contacts.map(({ contact }) => contact.id)),
    numbers: pages.map(({ page }) => page),
  };
}

describe('All contacts are read, each once', () => {
  for (const meaning of ['page', 'offset'] as const)
    for (const total of [0, 1, 49, 50, 51, 100, 137, 500])
      test(`When the index is a ${meaning} and there are ${String(total)} contacts`, async () => {
        for (const past of ['repeat', 'empty'] as const) {
          const { ids, fetchPage } = source(total, meaning, past);
          expect((await readAll(fetchPage)).ids).toEqual(ids);
        }
      });

  test('When reading goes on from a page, then it starts there, whatever the index means', async () => {
    for (const meaning of ['page', 'offset'] as const) {
      const { ids, fetchPage } = source(237, meaning);
      expect(await readAll(fetchPage, 2)).toEqual({ ids: ids.slice(100), numbers: [2, 3, 4] });
    }
  });

  test('When reading goes on past the end, then at most the repeated last page comes', async () => {
    const { ids, fetchPage } = source(100, 'page');
    expect((await readAll(fetchPage, 2)).ids).toEqual(ids.slice(50));
    expect((await readAll(source(100, 'page', 'empty').fetchPage, 2)).ids).toEqual([]);
  });

  test('When the list is read, then no page is fetched twice', async () => {
    const { asked, fetchPage } = source(137, 'page');
    await readAll(fetchPage);
    expect(asked).toEqual([0, 1, 2]);
  });

  test('When AccuLynx echoes a lower index than asked, then that page is past the end', async () => {
    const { fetchPage } = source(150, 'page');
    const clamped: FetchContactsPage = async (index) => ({
      ...(await fetchPage(index)),
      startIndex: Math.min(index, 2),
    });
    expect((await readAll(clamped, 3)).ids).toEqual([]);
    expect((await readAll(clamped)).ids).toHaveLength(150);
  });

  test('When a record moves to the next page while it is read, then it comes once', async () => {
    const { ids, fetchPage } = source(120, 'page');
    let calls = 0;
    const shifting: FetchContactsPage = async (index) => {
      if (calls++ === 1) ids.unshift('c-new');
      return fetchPage(index);
    };
    const read = (await readAll(shifting)).ids;
    expect(new Set(read).size).toBe(read.length);
    expect(read).toEqual(Array.from({ length: 120 }, (_, index) => `c-${String(index)}`));
  });
});
