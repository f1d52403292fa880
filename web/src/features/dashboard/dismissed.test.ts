import { expect, test } from '@jest/globals';
import { withDismissed, withoutDismissed } from './use-dismissed.ts';

const item = (key: string, dismissible?: number) => ({
  key,
  title: key,
  text: '',
  links: [],
  ...(dismissible === undefined ? {} : { dismissible }),
});

test('When a migration is dismissed, then it alone is left out, and what cannot be dismissed stays', () => {
  const items = [item('connection-9'), item('migration-9', 9), item('migration-12', 12)];
  const remembered = withDismissed(null, 9);
  expect(withoutDismissed(items, remembered).map(({ key }) => key)).toEqual(['connection-9', 'migration-12']);
  expect(withoutDismissed(items, withDismissed(remembered, 12)).map(({ key }) => key)).toEqual([
    'connection-9',
  ]);
  expect(withoutDismissed(items, null)).toEqual(items);
});

test('When very many are dismissed, then the oldest are forgotten, and what is not understood is left out', () => {
  const many = Array.from({ length: 150 }, (_, index) => String(index + 1)).join('.');
  const remembered = withDismissed(`x..-4.${many}`, 151).split('.');
  expect([remembered.length, remembered[0], remembered.at(-1)]).toEqual([100, '52', '151']);
});
