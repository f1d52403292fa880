import { expect, test } from '@jest/globals';
import { creatorIds } from './use-creators.ts';

test('Each creator is asked for once, in one order, and no more than one call takes', () => {
  expect(creatorIds([{ userId: 12 }, { userId: 3 }, { userId: 12 }])).toBe('3,12');
  const many = Array.from({ length: 300 }, (_, index) => ({ userId: index + 1 }));
  expect(creatorIds(many).split(',')).toHaveLength(200);
});
