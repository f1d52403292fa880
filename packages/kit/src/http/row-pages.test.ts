import { expect, test } from '@jest/globals';
import { rowPages } from './row-pages.ts';

/** The pages of the numbers up to `many`, two per page, and the rows after which they were requested. */
async function pagesOf(many: number) {
  const asked: (number | undefined)[] = [];
  const pages: (readonly number[])[] = [];
  const read = (last: number | undefined) => {
    asked.push(last);
    const rows = [1, 2].map((step) => (last ?? 0) + step);
    return Promise.resolve(rows.filter((row) => row <= many));
  };
  for await (const page of rowPages(2, read)) pages.push(page);
  return { asked, pages };
}

test.each([
  ['nothing', 0, { asked: [undefined], pages: [] }],
  ['a page that is not full', 3, { asked: [undefined, 2], pages: [[1, 2], [3]] }],
  [
    'full pages only',
    4,
    {
      asked: [undefined, 2, 4],
      pages: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
])(
  'When a list holds %s, then all of it comes, and no page is asked for behind the last one',
  async (_, many, expected) => {
    expect(await pagesOf(many)).toEqual(expected);
  },
);
