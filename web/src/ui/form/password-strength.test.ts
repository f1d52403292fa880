import { describe, expect, test } from '@jest/globals';
import { passwordStrength } from './password-strength.ts';

describe('The strength of a password', () => {
  test.each([
    ['password', 'Weak'],
    ['P@ssw0rd1', 'Weak'],
    ['Summer2026!', 'Weak'],
    ['aaaaaaaaaaaaaaaaaaaa', 'Weak'],
    ['1234567890', 'Weak'],
    ['qwertyuiop', 'Weak'],
    ['xkcdxkcdxkcdxkcd', 'Weak'],
    ['acculynx-hubspot', 'Weak'],
    ['maplekettle', 'Fair'],
    ['maple-kettle-4', 'Good'],
    ['maple-kettle-tuesday', 'Strong'],
    ['k8#Tz!mX0w-vR', 'Strong'],
  ])('%p is %s', (password, word) => {
    expect(passwordStrength(password).word).toBe(word);
  });

  test('When it is made of the person’s name and email, then it is weak and says why', () => {
    const about = ['Dana', 'Whitfield', 'dana@brazos-roofing.example'];
    expect(passwordStrength('DanaWhitfield-Brazos', about)).toEqual({
      level: 1,
      word: 'Weak',
      advice: 'Your name and email are guessed first. Use other words.',
    });
    expect(passwordStrength('DanaWhitfield-Brazos').level).toBeGreaterThan(2);
  });

  test('When it is good, then there is no advice', () => {
    expect(passwordStrength('maple-kettle-tuesday').advice).toBeNull();
  });
});

test('A sign more never makes a password weaker, unless it completes a common word', () => {
  const text = 'k8#Tz!mX0w-vR';
  const levels = Array.from(text, (_, index) => passwordStrength(text.slice(0, index + 1)).level);
  expect(levels).toEqual(levels.toSorted());
});
