import { expect, test } from '@jest/globals';
import { fitText, fitValues, shortName } from './longest-text.ts';

test('When a text is cut, then no half of a character and no blank stands at its end', () => {
  expect(fitText('a'.repeat(65_536))).toHaveLength(65_536);
  expect(fitText(`${'a'.repeat(65_535)}🏠 and more`)).toBe('a'.repeat(65_535));
  expect(fitText(`${'a'.repeat(65_534)}  b`)).toBe('a'.repeat(65_534));
});

test('When values fit, then they stay, and nothing is said', () => {
  const values = { firstname: 'Ngozi', lastname: 'a'.repeat(65_536) };
  expect(fitValues(values, (name) => name)).toEqual({ values, warnings: [] });
});

test('When a record has a long name, then a log entry calls it by its beginning', () => {
  expect(shortName('Ngozi')).toBe('Ngozi');
  expect(shortName('a'.repeat(70_000))).toBe(`${'a'.repeat(200)}…`);
});
