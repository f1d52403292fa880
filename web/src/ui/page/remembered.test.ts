import { expect, test } from '@jest/globals';
import { readRemembered, rememberedCookie } from './remembered.ts';

test('A choice that was remembered is read again, whatever characters it has', () => {
  const [cookie = ''] = rememberedCookie('view', 'a=b; c').split('; ');
  expect(readRemembered(`other=1; ${cookie}`, 'view')).toBe('a=b; c');
});

test('What was never chosen is null, also beside a longer name', () => {
  expect(readRemembered('view-of-others=list', 'view')).toBeNull();
});
