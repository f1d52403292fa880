import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit';
import { masterKeysSchema, type MasterKeys } from './master-keys.ts';
import { rotateDataKeys } from './rotation.ts';
import { findSecrets, insertSecrets } from './secret-store.postgres.ts';
import { openSecrets, sealSecrets } from './sealed-secrets.ts';

const entry = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [oldKey, newKey] = [entry('old'), entry('new')];
const keys = (...entries: string[]): MasterKeys => masterKeysSchema.parse(entries.join(','));
const secrets = { acculynxApiKey: 'acculynx-canary', hubspotPat: 'hubspot-canary' };
const companyOf = (connectionId: number) => `company-${connectionId % 3}`;
const count = 450;
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('connection');
}, 60_000);

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await database.asAdmin(
    'truncate connections cascade',
    `insert into connections (id, company_id, user_id, name, acculynx_key_hint, hubspot_token_hint)
     overriding system value
     select n, 'company-' || n % 3, 1, 'Waco', '', '' from generate_series(1, ${count}) n`,
  );
  await database.db.forSystem(async (tx) => {
    for (let connectionId = 1; connectionId <= count; connectionId += 1) {
      const owner = { companyId: companyOf(connectionId), connectionId };
      await insertSecrets(tx, owner, sealSecrets(keys(oldKey), owner, secrets));
    }
  });
});

async function readable(connectionId: number, masterKeys: MasterKeys): Promise<unknown> {
  const owner = { companyId: companyOf(connectionId), connectionId };
  const sealed = await database.db.forCompany(owner.companyId, (tx) => findSecrets(tx, owner));
  return sealed && openSecrets(masterKeys, owner, sealed);
}

describe('Rotation of the master key', () => {
  test('When two replicas start with a new key in front, then together they wrap all data keys anew, each once', async () => {
    const both = keys(newKey, oldKey);
    const wrapped = await Promise.all([rotateDataKeys(database.db, both), rotateDataKeys(database.db, both)]);

    expect(wrapped[0] + wrapped[1]).toBe(count);
    for (const id of [1, 200, 201, count]) expect(await readable(id, keys(newKey))).toEqual(secrets);
    expect(await rotateDataKeys(database.db, keys(newKey))).toBe(0);
  });

  test('When a key is missing that is still needed, then the start fails and nothing is changed', async () => {
    await expect(rotateDataKeys(database.db, keys(newKey))).rejects.toMatchObject({
      details: { missing: ['old'] },
    });
    expect(await readable(1, keys(oldKey))).toEqual(secrets);
  });
});
