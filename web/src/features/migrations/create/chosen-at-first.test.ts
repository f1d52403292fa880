import { expect, test } from '@jest/globals';
import { aConnection } from '../../../testing/a-connection.ts';
import { chosenAtFirst } from './new-migration.ts';

const [denver, waco] = [aConnection({ id: 3 }), aConnection({ id: 5 })];
const broken = aConnection({ id: 8, hubspotStatus: 'invalid' });

test.each([
  ['the address names one', [denver, waco], '5', [5]],
  ['the address names none that there is', [denver, waco], '99', []],
  ['several work', [denver, waco], null, []],
  ['only one works', [denver, broken], null, [3]],
  ['the address names one that does not work', [denver, broken], '8', [8]],
] as const)('When %s, then what is chosen at first follows', (_case, connections, asked, chosen) => {
  expect(chosenAtFirst(connections, asked)).toEqual(chosen);
});
