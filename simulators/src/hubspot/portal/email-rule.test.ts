import { expect, test } from '@jest/globals';
import { isDeliverableForm } from './email-rule.ts';

test.each([
  'ann@example.com',
  'Ann.Lee+tag@mail.example.co.uk',
  "o'neil@example.org",
  'a@b.xn--p1ai',
  'x_1@sub-domain.example.net',
])('%p is taken', (address) => {
  expect(isDeliverableForm(address)).toBe(true);
});

test.each([
  '@',
  'x@y.con',
  'x@y.lcom',
  'x@y.None',
  'x@y',
  'bob@x',
  'two@@example.com',
  '@example.com',
  'comma@example,com',
  ' ann@example.com',
  'ann@example.com ',
  'a b@example.com',
  '.dot@example.com',
  'dot.@example.com',
  'x@-example.com',
  'x@example..com',
  'none',
  '',
])('%p is refused', (address) => {
  expect(isDeliverableForm(address)).toBe(false);
});
