import { expect, test } from '@jest/globals';
import { csvText } from './csv-text.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\uff1d1', "'\uff1d1"],
  // Where a semicolon, a tab or a bar separates cells, or a line break ends the row, what follows begins a cell.
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a; =1+1', "a;' =1+1"],
  ['a;"=1+1"', 'a;\'"=1+1"'],
  ['a\t@x', "a\t'@x"],
  ['a|-1', "a|'-1"],
  ['a\n=1', "a\n'=1"],
  ['a\r\n=1', "a\r\n'=1"],
  ['a;;=1', "a;;'=1"],
  ['=1;=2', "'=1;'=2"],
])('When a cell holds %j, then no spreadsheet finds a formula in it', (text, shown) => {
  expect(csvText(text)).toBe(shown);
});

test.each(['', 'Acme - Waco', 'a = b', 'ann@example.com', 'Roof; siding', 'a, -1', '2026-02-03', "O'Neil"])(
  'When a cell holds %j, then it stays as it is',
  (text) => {
    expect(csvText(text)).toBe(text);
  },
);
