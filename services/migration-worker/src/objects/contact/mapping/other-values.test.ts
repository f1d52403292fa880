import { describe, expect, test } from '@jest/globals';
import { listed, otherEmails, otherEmailsProperty, unlisted } from './other-values.ts';

const others = (addresses: readonly string[], held: readonly string[], present?: string) => {
  const record = present === undefined ? null : { id: '1', properties: { [otherEmailsProperty]: present } };
  return otherEmails(addresses, held, record)[otherEmailsProperty];
};

describe("The addresses that HubSpot's own fields do not hold", () => {
  test('When there are some, then they stand there in their order and spelling', () => {
    expect(others(['Alt@b.com', 'Own@b.com', 'n/a'], ['own@b.com'])).toBe('Alt@b.com; n/a');
  });

  test('When there are none and there were none, then there is no value', () => {
    expect(others(['own@b.com'], ['own@b.com'])).toBeUndefined();
    expect(others(['own@b.com'], ['own@b.com'], '')).toBeUndefined();
  });

  test('When the same ones stand there in another order or spelling, then that is the value', () => {
    expect(others(['a@b.com', 'c@b.com'], [], 'C@b.com;A@b.com')).toBe('C@b.com;A@b.com');
  });

  test("When HubSpot's own fields hold all that stands there, then the value is taken away", () => {
    expect(others(['a@b.com'], ['a@b.com'], 'A@b.com')).toBe('');
  });

  test('When AccuLynx has no other address any more, then only what has moved within HubSpot leaves', () => {
    expect(others([], ['a@b.com'], 'a@b.com; c@b.com; typed by hand')).toBe('c@b.com; typed by hand');
    expect(others([], ['x@b.com'], 'a@b.com')).toBe('a@b.com');
  });

  test('When an address has separators in it, then it reads the same again', () => {
    const value = others(['a@b.com;c@b.com', 'x y'], []) ?? '';
    expect(unlisted(value)).toEqual(['a@b.com', 'c@b.com', 'x y']);
    expect(others(['a@b.com;c@b.com', 'x y'], [], value)).toBe(value);
  });

  test('When there is more than HubSpot takes, then the text is cut, and is the same the next time', () => {
    const many = Array.from({ length: 9_000 }, (_, index) => `😀${String(index)}@b.com`);
    const value = others(many, []) ?? '';
    expect(value.length).toBeGreaterThan(65_000);
    expect(value.length).toBeLessThanOrEqual(65_536);
    expect(value.isWellFormed()).toBe(true);
    expect(others(many, [], value)).toBe(value);
    expect(listed([value, 'x'])).toBe(value);
  });
});
