import { expect, test } from '@jest/globals';
import { propertiesOfGroup } from './property-definition.ts';
import { valueAdvice } from './property-value.ts';

const of = propertiesOfGroup('test');
const properties = {
  email: of.text('email', 'Email'),
  text: of.text('city', 'City'),
  number: of.number('amount', 'Amount'),
  day: of.day('day', 'Day'),
  moment: of.moment('moment', 'Moment'),
  choice: of.choice(['one', 'One'], ['Roofing']),
  choices: of.choice(['many', 'Many'], ['Roofing'], 'checkbox'),
  id: of.sourceId('id', 'Id'),
};

test.each([
  ['email', ' ann@example.com '],
  ['text', 'Anything goes'],
  ['number', '-12.5'],
  ['day', '2028-02-29'],
  ['moment', '2026-11-26T09:30:00+01:00'],
  ['choice', 'An option of the portal'],
  ['choices', 'Roofing;Gutters'],
] as const)('When a user enters a value that fits %s, then nothing speaks against it', (name, value) => {
  expect(valueAdvice(properties[name], value)).toBeNull();
});

test.each([
  ['email', 'ann@example', /email address/],
  ['text', '  ', /Enter a value/],
  ['number', '12,500', /number/],
  ['number', '1e3', /number/],
  ['day', '2026-02-30', /year, month and day/],
  ['day', '11/26/2026', /year, month and day/],
  ['moment', 'tomorrow', /date and time/],
  ['choice', 'Roofing;Gutters', /one option/],
  ['id', 'another', /cannot be corrected/],
] as const)(
  'When a user enters a value that does not fit %s, then the advice says what to enter',
  (name, value, advice) => {
    expect(valueAdvice(properties[name], value)).toMatch(advice);
  },
);
