import { expect, test } from '@jest/globals';
import { testDatabase } from '@ridgeline/testkit/integration';
import { openDatabase } from '../database.ts';
import { restoreDatabase } from './backup.ts';

test('A database that holds something is not restored into, and its roles keep their passwords', async () => {
  await using database = await testDatabase('connection');
  const restored = restoreDatabase({
    adminUrl: database.adminUrl,
    database: new URL(database.adminUrl).pathname.slice(1),
    services: [{ service: 'connection', password: 'another', ownerPassword: 'another' }],
    file: '/nowhere/ridgeline.dump',
  });
  await expect(restored).rejects.toThrow('cannot drop schema connection');
  await using fresh = openDatabase({ url: database.url, max: 1, applicationName: 'after a refused restore' });
  await fresh.ping();
});
