import { expect, test } from '@jest/globals';
import { place } from './Popup.tsx';

const page = { width: 400, height: 600 };
const popup = { width: 160, height: 200 };

test('A popup opens under its button, flush with its right edge', () => {
  expect(place({ top: 250, bottom: 280, right: 300 }, popup, page)).toEqual({ top: 284, left: 140 });
});

test('When there is no room under the button, then it opens above', () => {
  expect(place({ top: 500, bottom: 530, right: 300 }, popup, page)).toEqual({ top: 296, left: 140 });
});

test('When there is room on neither side, then it stays on the page', () => {
  const low = { width: 400, height: 220 };
  expect(place({ top: 100, bottom: 130, right: 100 }, popup, low)).toEqual({ top: 12, left: 8 });
});
