import { expect, test } from '@jest/globals';
import { localeOf } from './locale.ts';

test.each([
  ['en-US', '12,345.5', 'Nov 26, 2026'],
  ['en-GB', '12,345.5', '26 Nov 2026'],
  ['de', '12.345,5', '26 Nov 2026'],
  ['en-IN', '12,345.5', '26 Nov 2026'],
  ['en-US@posix', '12,345.5', 'Nov 26, 2026'],
  ['', '12,345.5', 'Nov 26, 2026'],
])('Where the language is "%s", numbers read %s and dates %s', (language, number, day) => {
  const [locale, timeZone] = [localeOf(language), 'UTC'];
  expect(new Intl.NumberFormat(locale).format(12_345.5)).toBe(number);
  expect(
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(Date.UTC(2026, 10, 26)),
  ).toBe(day);
});
