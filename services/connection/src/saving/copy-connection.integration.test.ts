import { describe, expect, test } from '@jest/globals';
import { createConnection, deleteConnection } from '@ridgeline/contracts';
import { getConnectionSecrets } from '@ridgeline/contracts/internal';
import { apiOfFile, byId } from '../testing/api-of-file.ts';
import { canaries, newConnection, refusalOf } from '../testing/connection-api.ts';

const under = await apiOfFile();
const acme = () => under.api.as('acme');
const aConnection = () => acme()(createConnection, { body: newConnection });
const secretsOf = async (id: number) => {
  const input = { ...byId(id), query: { companyId: 'acme' } };
  const { acculynxApiKey, hubspotPat } = await under.api.asService('validation')(getConnectionSecrets, input);
  return { acculynxApiKey, hubspotPat };
};

describe('Copying a connection', () => {
  const masked = { name: 'Waco (Copy)', acculynxApiKey: '••••1a2b', hubspotPat: '••••3c4d' };

  test('When masks are sent with the source, then the copy has its secrets', async () => {
    const { id: sourceConnectionId } = await aConnection();
    const copy = await acme()(createConnection, { body: { ...masked, sourceConnectionId } });
    expect(await secretsOf(copy.id)).toEqual(canaries);
  });

  test('When the source has been deleted, then masks are refused by name, and typed secrets make a connection', async () => {
    const { id: sourceConnectionId } = await aConnection();
    await acme()(deleteConnection, byId(sourceConnectionId));
    const half = { ...newConnection, hubspotPat: masked.hubspotPat, sourceConnectionId };
    expect(await refusalOf(acme()(createConnection, { body: half }))).toMatchObject({
      status: 409,
      code: 'connection.source_deleted',
    });
    const copy = await acme()(createConnection, { body: { ...newConnection, sourceConnectionId } });
    expect(await secretsOf(copy.id)).toEqual(canaries);
  });

  test('When masks are sent without a source, then each field says what it is and what to do', async () => {
    const fields = { acculynxApiKey: expect.stringContaining('enter the key itself') };
    expect(await refusalOf(acme()(createConnection, { body: masked }))).toMatchObject({
      status: 400,
      fields,
    });
  });
});
