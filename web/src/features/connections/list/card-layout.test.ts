import { expect, test } from '@jest/globals';
import { cardsBeside } from './ConnectionGrid.tsx';

test.each([
  [0, 1],
  [358, 1],
  [783, 1],
  [784, 2],
  [1140, 2],
  [1188, 3],
])('%i pixels have room for %i cards', (width, cards) => {
  expect(cardsBeside(width, 24)).toBe(cards);
});
