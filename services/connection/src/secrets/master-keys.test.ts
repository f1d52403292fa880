import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { masterKeysSchema } from './master-keys.ts';

const aKey = () => randomBytes(32).toString('base64');

describe('Master keys from the environment', () => {
  test('When several are given, then they keep their order and the first one is current', () => {
    const keys = masterKeysSchema.parse(`second:${aKey()}, first:${aKey()}`);

    expect(keys.map(({ id }) => id)).toEqual(['second', 'first']);
  });

  test.each([
    ['empty', ''],
    ['without an id', aKey()],
    ['too short', `short:${randomBytes(16).toString('base64')}`],
    ['not base64', `odd:${'*'.repeat(44)}`],
  ])('When an entry is %s, then the problem names its position and shows none of it', (_, entry) => {
    const parsed = masterKeysSchema.safeParse(`good:${aKey()},${entry}`);

    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      'entry 2 is not id:base64 of 32 bytes',
    ]);
  });

  test('When two entries have the same id, then it is refused', () => {
    const parsed = masterKeysSchema.safeParse(`same:${aKey()},same:${aKey()}`);

    expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['two entries have the same id']);
  });
});
