import { expect, test } from '@jest/globals';
import { isNewName } from './RenameDialog.tsx';

test.each([
  ['Peak', true],
  ['  Peak  ', true],
  ['Pe', false],
  ['  Pe  ', false],
  ['', false],
  ['Summit', false],
  [' Summit ', false],
  ['summit', true],
])('%p in place of Summit can be saved: %s', (typed, can) => {
  expect(isNewName(typed, 'Summit')).toBe(can);
});
