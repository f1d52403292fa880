import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const [, table = ''] = readFileSync('docs/security.md', 'utf8').split('## Threats');
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Threat |-)/.test(line))
  .map((line) => {
    const [, threat = '', , covered = ''] = line.split(' | ').join('|').split('|');
    const [, file = '', name = ''] = /`([^`]+\.test\.ts)`(?: "(.+)")?/.exec(covered) ?? [];
    return { threat: threat.trim(), file, name };
  });

test('The table of threats has rows', () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows)('"$threat" is covered by a test that exists', ({ file, name }) => {
  expect(existsSync(file)).toBe(true);
  const text = readFileSync(file, 'utf8');
  // Matches the whole name, so that a renamed test is noticed.
  const quoted = ["'", '"', '`'].map((quote) => `${quote}${name}${quote}`);
  expect(name === '' || quoted.some((literal) => text.includes(literal))).toBe(true);
});
