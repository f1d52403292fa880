import { expect, test } from '@jest/globals';
import { searchConnections } from './new-migration.ts';

const connections = [
  { name: 'Summit Roofing - Denver', hubSpotPortalId: '244111' },
  { name: 'Alpine', hubSpotPortalId: null },
];

test.each([
  ['DENVER ', ['Summit Roofing - Denver']],
  ['4411', ['Summit Roofing - Denver']],
  ['', ['Summit Roofing - Denver', 'Alpine']],
  ['nothing', []],
])('Searching for %p finds %j', (text, names) => {
  expect(searchConnections(connections, text).map(({ name }) => name)).toEqual(names);
});
