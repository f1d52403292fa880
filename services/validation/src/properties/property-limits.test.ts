import { expect, test } from '@jest/globals';
import { reachedLimit } from './property-failure.ts';

const property = (hasUniqueValue = false) =>
  ({ hasUniqueValue }) as Parameters<typeof reachedLimit>[0]['missing'][number];
const comparison = (missing: ReturnType<typeof property>[], all: number, unique = 0) =>
  ({ missing, existing: { all, unique } }) as unknown as Parameters<typeof reachedLimit>[0];

test.each([
  ['of custom properties, by their number', comparison([property()], 1_000), undefined, /custom properties/],
  [
    'of unique ones, by their number',
    comparison([property(true)], 20, 10),
    undefined,
    /10 properties with unique/,
  ],
  [
    'of a smaller plan, by what HubSpot says',
    comparison([property()], 3),
    'The limit of custom properties has been reached.',
    /custom properties/,
  ],
] as const)('A portal may have reached its limit %s', (_, found, reason, text) => {
  expect(reachedLimit(found, reason)).toMatch(text);
});

test('When there is room and HubSpot speaks of something else, then it is no limit', () => {
  expect(reachedLimit(comparison([property()], 3), 'Property name must be lowercase')).toBeNull();
  expect(reachedLimit(comparison([property(true)], 999, 9), undefined)).toBeNull();
});
