import { expect, test } from '@jest/globals';
import { inOrder } from './use-connections.ts';

test('Connections of one firm stay together, whatever follows the dash and however it is written', () => {
  const names = ['summit - West', 'Summit _Two', 'Alpha - Z', 'Summit - East', 'alpha - a'];
  const ordered = inOrder(names.map((name) => ({ name }))).map(({ name }) => name);
  expect(ordered).toEqual(['alpha - a', 'Alpha - Z', 'Summit - East', 'summit - West', 'Summit _Two']);
});
