import { describe, expect, test } from '@jest/globals';
import { adminCompanyIdsSchema } from './config.ts';

describe("The administrators' companies", () => {
  test('They are exactly two', () => {
    expect(adminCompanyIdsSchema.parse('co_one, co_two')).toEqual(new Set(['co_one', 'co_two']));
  });

  test.each(['', 'co_one', 'co_one,', 'co_one,co_one', 'co_one,co_two,co_three'])('Not so: "%s"', (list) => {
    expect(adminCompanyIdsSchema.safeParse(list).success).toBe(false);
  });
});
