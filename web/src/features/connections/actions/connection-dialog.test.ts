import { expect, test } from '@jest/globals';
import { readConnectionDialog, withConnectionDialog } from './use-connection-dialog.ts';

const read = (search: string) => readConnectionDialog(new URLSearchParams(search));

test('An address asks for the creation, or for a dialog about one connection', () => {
  expect(read('dialog=create')).toEqual({ kind: 'create' });
  expect(read('dialog=rename&connection=7')).toEqual({ kind: 'rename', connectionId: 7 });
});

test.each(['', 'dialog=rename', 'dialog=rename&connection=x', 'dialog=burn&connection=7', 'connection=7'])(
  '%p asks for none',
  (search) => {
    expect(read(search)).toBeNull();
  },
);

test('A dialog comes into the address and goes out of it, and what else stands there stays', () => {
  const searched = new URLSearchParams('q=summit');
  const open = withConnectionDialog(searched, { kind: 'test', connectionId: 7 });
  expect(open.toString()).toBe('q=summit&dialog=test&connection=7');
  expect(withConnectionDialog(open, { kind: 'create' }).toString()).toBe('q=summit&dialog=create');
  expect(withConnectionDialog(open, null).toString()).toBe('q=summit');
});
