import { expect, test } from '@jest/globals';
import { readView } from './ViewSwitch.tsx';

test('Connections are cards unless rows were chosen', () => {
  expect([null, 'grid', 'nonsense', 'list'].map(readView)).toEqual(['grid', 'grid', 'grid', 'list']);
});
