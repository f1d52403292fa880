import type { ApiClient } from '@ridgeline/contracts';
import { withAnswerDefaults } from '@ridgeline/kit';
import { aConnection } from '@ridgeline/testkit/integration';
import { expect, test } from '@jest/globals';
import { connectionLookup } from './connection-lookup.ts';

test('When a connection service of the release before answers, then the connection has no custom objects', async () => {
  const connection = aConnection();
  const former: unknown = JSON.parse(JSON.stringify({ ...connection, hubspotObjectIds: undefined }));
  const client = withAnswerDefaults((() => Promise.resolve(former)) as ApiClient);
  const found = await connectionLookup(client)(connection.id, connection.companyId);
  expect(found).toEqual({ ...connection, hubspotObjectIds: {} });
});
