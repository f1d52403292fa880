import { expect, test } from '@jest/globals';
import { searchByName } from './ConnectionList.tsx';

const all = ['Summit Roofing - Denver', 'Peak - Boise', 'summit west'].map((name) => ({ name }));

test('A search finds a part of the name in any case, blanks around it aside', () => {
  expect(searchByName(all, ' SUMMIT ')).toEqual([all[0], all[2]]);
  expect(searchByName(all, 'nowhere')).toEqual([]);
});

test('An empty search is none: all of them stay, in their order', () => {
  expect(searchByName(all, '  ')).toBe(all);
});
