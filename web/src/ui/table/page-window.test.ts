import { describe, expect, test } from '@jest/globals';
import { pageWindow } from './PageButtons.tsx';

describe('Pages of 25 with five buttons', () => {
  test.each([
    [10_000, 1, [1, 2, 3, 4, 5]],
    [10_000, 2, [1, 2, 3, 4, 5]],
    [10_000, 200, [198, 199, 200, 201, 202]],
    [10_000, 400, [396, 397, 398, 399, 400]],
    [60, 2, [1, 2, 3]],
    [0, 1, [1]],
  ])('Of %i rows, page %i has the buttons %j', (rows, page, buttons) => {
    expect(pageWindow(rows, page).buttons).toEqual(buttons);
  });

  test('When the page is beyond the end, then the last one is shown', () => {
    expect(pageWindow(60, 9)).toMatchObject({ page: 3, from: 50, to: 60 });
  });

  test('When there is nothing, then the page is empty', () => {
    expect(pageWindow(0, 1)).toMatchObject({ pages: 1, from: 0, to: 0 });
  });
});
