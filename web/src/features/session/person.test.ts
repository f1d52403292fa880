import { describe, expect, test } from '@jest/globals';
import { fullName, greetingName, initials, personLabel } from './person.ts';

const person = (email: string, firstName: string | null = null, lastName: string | null = null) => ({
  email,
  firstName,
  lastName,
});

describe('Initials', () => {
  test.each([
    [person('a@b.co', 'Ada', 'Lovelace'), 'AL'],
    [person('a@b.co', ' ada ', null), 'A'],
    [person('a@b.co', null, 'Łukasz'), 'Ł'],
    [person('a@b.co', '\u202ebob', '\u200bReyes'), 'BR'],
    [person('dana.miller@summit.example'), 'DM'],
    [person('dana_miller-smith@summit.example'), 'DM'],
    [person('office@summit.example'), 'OF'],
    [person('.x@summit.example'), '.X'],
    [person(''), '?'],
  ])('%j gives %s', (user, expected) => {
    expect(initials(user)).toBe(expected);
  });
});

test('When a person has no name, then the greeting uses the local part of the email', () => {
  expect(greetingName(person('dana@summit.example'))).toBe('dana');
  expect(greetingName(person('dana@summit.example', 'Dana'))).toBe('Dana');
});

test('When both names are blank, then there is no full name', () => {
  expect(fullName(person('a@b.co', ' ', ''))).toBeNull();
});

test('An avatar stands for the full name, else the email, else an unknown user', () => {
  expect(personLabel(person('a@b.co', 'Ada', 'Lovelace'))).toBe('Ada Lovelace');
  expect(personLabel(person('a@b.co'))).toBe('a@b.co');
  expect(personLabel(person(' '))).toBe('Unknown User');
});
