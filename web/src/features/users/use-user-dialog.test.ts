import { expect, test } from '@jest/globals';
import type { ManagedUser } from '@ridgeline/contracts';
import { offeredDialogs, readUserDialog } from './use-user-dialog.ts';

const asked = (address: string) => readUserDialog(new URLSearchParams(address));

test('When an address asks for a dialog about a user, then it is that one', () => {
  expect(asked('dialog=edit&user=12')).toEqual({ kind: 'edit', userId: 12 });
  expect(asked('q=x&dialog=reset-password&user=3')).toEqual({ kind: 'reset-password', userId: 3 });
});

test('When an address asks for nonsense, then no dialog opens', () => {
  for (const address of ['', 'dialog=edit', 'dialog=edit&user=0', 'dialog=edit&user=x', 'dialog=drop&user=1'])
    expect(asked(address)).toBeNull();
});

test('What is offered about a user fits their access, and no one can revoke their own', () => {
  const user = (id: number, accessRevoked: boolean) => ({ id, accessRevoked }) as ManagedUser;
  expect(offeredDialogs(user(2, false), 1)).toEqual(['edit', 'reset-password', 'revoke']);
  expect(offeredDialogs(user(2, true), 1)).toEqual(['edit', 'reset-password', 'restore']);
  expect(offeredDialogs(user(1, false), 1)).toEqual(['edit', 'reset-password']);
});
