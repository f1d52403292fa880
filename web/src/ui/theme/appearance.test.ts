import { expect, test } from '@jest/globals';
import { choiceCookie, readChoice } from './appearance.ts';

test('What was chosen is read again, among other cookies', () => {
  for (const choice of ['light', 'dark'] as const) {
    const [pair = ''] = choiceCookie(choice).split(';');
    expect(readChoice(`other=1; ${pair}; more=2`)).toBe(choice);
  }
});

test('When nothing or nonsense is stored, then the system decides', () => {
  expect(readChoice('')).toBe('system');
  expect(readChoice('ridgeline-appearance=pink')).toBe('system');
  expect(readChoice('not-ridgeline-appearance=dark')).toBe('system');
});

test('When the system is chosen, then the cookie is taken back', () => {
  expect(choiceCookie('system')).toContain('max-age=0');
});
