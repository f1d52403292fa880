import { expect, test } from '@jest/globals';
import { readUserDialog } from './use-user-dialog.ts';

const asked = (address: string) => readUserDialog(new URLSearchParams(address));

test('When an address asks for a dialog about a user, then it is that one', () => {
  expect(asked('dialog=edit&user=12')).toEqual({ kind: 'edit', userId: 12 });
  expect(asked('q=x&dialog=reset-password&user=3')).toEqual({ kind: 'reset-password', userId: 3 });
});

test('When an address asks for nonsense, then no dialog opens', () => {
  for (const address of ['', 'dialog=edit', 'dialog=edit&user=0', 'dialog=edit&user=x', 'dialog=drop&user=1'])
    expect(asked(address)).toBeNull();
});
