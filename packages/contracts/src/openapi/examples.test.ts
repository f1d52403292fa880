import { describe, expect, test } from '@jest/globals';
import { examples, withoutExample } from './examples.ts';
import { operations } from './operations.ts';

const exempt = new Set(Object.keys(withoutExample));
const shown = operations.filter(({ id }) => !exempt.has(id));

describe('The examples of the document', () => {
  test('When an operation has no example, then it is on the list of those that cannot have one', () => {
    expect(Object.keys(examples).toSorted()).toEqual(shown.map(({ id }) => id).toSorted());
    expect(operations.filter(({ id }) => exempt.has(id))).toHaveLength(exempt.size);
  });

  test.each(shown)(
    'When $id is shown, then its request is one that the contract accepts',
    ({ id, endpoint }) => {
      const { params = {}, query = {}, body = {} } = examples[id] ?? {};
      expect(endpoint.params.safeParse(params).error).toBeUndefined();
      expect(endpoint.query.safeParse(query).error).toBeUndefined();
      expect(endpoint.body.safeParse(body).error).toBeUndefined();
    },
  );

  test.each(shown)(
    'When $id is shown, then its answer is what the contract says, and no more',
    ({ id, endpoint }) => {
      const { answer = {} } = examples[id] ?? {};
      if (endpoint.mediaType === 'application/json') expect(endpoint.answer.parse(answer)).toEqual(answer);
      else expect(answer).toEqual(expect.any(String));
    },
  );

  test('When examples are shown, then they hold no secret, and no address of the machine that recorded them', () => {
    const text = JSON.stringify(examples);
    expect(text).not.toMatch(
      /argon2|127\.0\.0\.1|localhost|al-key-(?!of-the-example)|pat-na1-(?!of-the-example)/,
    );
    expect(text).not.toMatch(/(?:owner|colleague|olga|other)-[\da-f]{10}@/);
  });
});
