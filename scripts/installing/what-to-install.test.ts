import { expect, test } from '@jest/globals';
import { marksOf, whatToInstall } from './what-to-install.mjs';

const none = { product: null, everything: null };
const product = { product: 'now', everything: null };
const everything = { product: 'now', everything: 'now' };
const oldProduct = { product: 'before', everything: null };
const oldEverything = { product: 'before', everything: 'before' };

test.each([
  ['start.ts', 'a bare checkout', none, 'product'],
  ['test.ts', 'a bare checkout', none, 'everything'],
  ['start.ts', "a checkout with the product's packages", product, 'nothing'],
  ['test.ts', "a checkout with the product's packages", product, 'rest'],
  ['start.ts', 'a checkout with all packages', everything, 'nothing'],
  ['test.ts', 'a checkout with all packages', everything, 'nothing'],
  ['start.ts', "the product's packages of another lock file", oldProduct, 'product'],
  ['test.ts', "the product's packages of another lock file", oldProduct, 'everything'],
  ['start.ts', 'all packages of another lock file', oldEverything, 'everything'],
  ['test.ts', 'all packages of another lock file', oldEverything, 'everything'],
])('When %s runs in %s, then it installs: %4$s', (command, _where, marks, expected) => {
  expect(whatToInstall(command, marks, 'now')).toBe(expected);
});

test('When npm left the tools out, then only what the product needs is marked', () => {
  expect(marksOf({ packages: { 'node_modules/express': {} } }, 'now')).toEqual(product);
  expect(
    marksOf({ packages: { 'node_modules/express': {}, 'node_modules/jest': { dev: true } } }, 'now'),
  ).toEqual(everything);
});
