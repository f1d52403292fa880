import { expect, test } from '@jest/globals';
import { writtenFiles } from './repository.ts';

const folder = 'docs/adr/';
const index = writtenFiles.find(({ path }) => path === `${folder}README.md`)?.text ?? '';
const adrs = writtenFiles.filter(({ path }) => path.startsWith(folder) && path !== `${folder}README.md`);

/** The line below the title: "Amended by ADR 74 and ADR 80: …" becomes "amended by 74, 80". */
function statusOf(text: string): string {
  const [, paragraph = ''] = /^# .+\n\n_((?:.+\n)*?.+)_\n\n/.exec(text) ?? [];
  const [, word = '', successors = ''] =
    /^(Amended|Replaced) by ([^:]+):/.exec(paragraph.replace(/\]\([^)]+\)/g, '')) ?? [];
  const numbers = [...successors.matchAll(/ADR\s+(\d+)/g)].map(([, number = '']) => number);
  return word === '' ? 'accepted' : `${word.toLowerCase()} by ${numbers.join(', ')}`;
}

/** The rows of the index: number, file and status. */
const rows = [...index.matchAll(/^\| \[(\d+)\]\(([^)]+)\) +\| .+? \| (.+?) +\|$/gm)].map(
  ([, number = '', file = '', status = '']) => ({ number, file, status }),
);

test('Each ADR is in the index once, under its own number', () => {
  expect(adrs.length).toBeGreaterThan(80);
  expect(rows.map(({ file }) => file).sort()).toEqual(
    adrs.map(({ path }) => path.slice(folder.length)).sort(),
  );
  expect(rows.filter(({ number, file }) => !file.startsWith(`${number.padStart(4, '0')}-`))).toEqual([]);
});

test('Each ADR is called by its number, and says the same status as the index', () => {
  expect(
    adrs.map(({ path, text }) => ({ path, number: /^# (\d+)\. /.exec(text)?.[1], status: statusOf(text) })),
  ).toEqual(
    adrs.map(({ path }) => {
      const row = rows.find(({ file }) => `${folder}${file}` === path);
      return { path, number: row?.number, status: row?.status };
    }),
  );
});

test('No ADR is amended or replaced by an earlier one', () => {
  const backwards = rows.filter(({ number, status }) =>
    [...status.matchAll(/\d+/g)].some(([successor]) => Number(successor) <= Number(number)),
  );
  expect(backwards).toEqual([]);
});
