import { expect, test } from '@jest/globals';
import { aConnection } from '../../testing/a-connection.ts';
import { withConnection } from './use-connections.ts';

test('A connection takes the place of its former copy, and a new one comes to the end', () => {
  const list = [aConnection({ id: 1 }), aConnection({ id: 2 })];
  const renamed = aConnection({ id: 1, name: 'Peak' });
  expect(withConnection(list, renamed)).toEqual([renamed, list[1]]);
  expect(withConnection(list, aConnection({ id: 3 })).map(({ id }) => id)).toEqual([1, 2, 3]);
});
