import { expect, test } from '@jest/globals';
import { typedOver } from './SecretField.tsx';

const mask = '••••1a2b';

test.each([
  ['untouched', mask, mask],
  ['typed at its end', `${mask}x`, 'x'],
  ['typed at its beginning', `x${mask}`, 'x'],
  ['replaced by a paste', 'pat-na1-42', 'pat-na1-42'],
  ['deleted in part', '••••1a2', ''],
  ['its first dot deleted', '•••1a2b', ''],
  ['deleted whole', '', ''],
])('When a mask is %s, then the whole of it stays or goes', (_, text, expected) => {
  expect(typedOver(mask, text)).toBe(expected);
});
