import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { masterKeysSchema, type MasterKeys } from './master-keys.ts';
import { rotateDataKeys } from './rotation.ts';
import { claimOrphans, insertOrphan } from '../subscriptions/orphan-store.postgres.ts';
import { deleteSecrets, findSecrets, insertSecrets } from './secret-store.postgres.ts';
import { openSecrets, sealSecrets } from './sealed-secrets.ts';
import { countOldDataKeys } from './wrapped-key-store.postgres.ts';

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
    'truncate stray_subscriptions',
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
  test('When two replicas start with a new key in front, then together they wrap all data keys again, each once', async () => {
    const both = keys(newKey, oldKey);
    const wrapped = await Promise.all([rotateDataKeys(database.db, both), rotateDataKeys(database.db, both)]);

    expect(wrapped[0] + wrapped[1]).toBe(count);
    for (const id of [1, 200, 201, count]) expect(await readable(id, keys(newKey))).toEqual(secrets);
    expect(await rotateDataKeys(database.db, keys(newKey))).toBe(0);
  });

  test('When secrets are read and saved all the while, then no read fails, and none is left on the old key', async () => {
    const both = keys(newKey, oldKey);
    const failures: unknown[] = [];
    let reads = 0;
    let isOver = false;
    const reader = async (): Promise<void> => {
      for (let at = 1; !isOver; at = (at % count) + 1) {
        const read = await readable(at, both).catch((error: unknown) => error);
        reads += 1;
        if (JSON.stringify(read) !== JSON.stringify(secrets)) failures.push(read);
      }
    };
    const readers = [reader(), reader()];
    const owner = { companyId: companyOf(count), connectionId: count };
    const [rotated] = await Promise.all([
      rotateDataKeys(database.db, both),
      database.db.forCompany(owner.companyId, async (tx) => {
        await deleteSecrets(tx, count);
        await insertSecrets(tx, owner, sealSecrets(both, owner, secrets));
      }),
    ]);
    isOver = true;
    await Promise.all(readers);

    expect(failures).toEqual([]);
    expect(reads).toBeGreaterThan(10);
    expect(rotated).toBeGreaterThanOrEqual(count - 1);
    expect(await database.db.forSystem((tx) => countOldDataKeys(tx, 'new'))).toBe(0);
  });

  test('When each step reaches one replica after the other as documented, then both read what either one saved', async () => {
    const steps = [
      [keys(oldKey), keys(oldKey, newKey)],
      [keys(oldKey, newKey), keys(newKey, oldKey)],
      [keys(newKey, oldKey), keys(newKey)],
    ] as const;
    for (const [before, after] of steps) {
      await rotateDataKeys(database.db, before);
      // The command between the last two steps.
      if (after.length === 1) expect(await rotateDataKeys(database.db, before)).toBe(0);
      await rotateDataKeys(database.db, after);
      for (const masterKeys of [before, after]) {
        const owner = { companyId: companyOf(count), connectionId: count };
        await database.db.forCompany(owner.companyId, async (tx) => {
          await deleteSecrets(tx, count);
          await insertSecrets(tx, owner, sealSecrets(masterKeys, owner, secrets));
        });
        for (const reader of [before, after])
          for (const id of [1, count]) expect(await readable(id, reader)).toEqual(secrets);
      }
    }
  });

  test('When the new key is put in front in one step, then a replica that still runs without it reads nothing', async () => {
    await rotateDataKeys(database.db, keys(newKey, oldKey));
    await expect(readable(1, keys(oldKey))).rejects.toMatchObject({ code: 'server.failed' });
  });

  test('The keys of orphaned subscriptions are wrapped again as well', async () => {
    const orphan = {
      companyId: 'acme',
      apiKey: 'acculynx-canary',
      address: 'https://hooks.example/1',
      knownIds: [],
      subscriptionId: null,
      dueInSeconds: 0,
    };
    const id = await database.db.forSystem((tx) => insertOrphan(tx, keys(oldKey), orphan));
    await rotateDataKeys(database.db, keys(newKey, oldKey));

    const claimed = await database.db.forSystem((tx) => claimOrphans(tx, keys(newKey), { id }));
    expect(claimed).toMatchObject([{ apiKey: 'acculynx-canary' }]);
  });

  test('When a key is missing that is still needed, then the start fails and nothing is changed', async () => {
    await expect(rotateDataKeys(database.db, keys(newKey))).rejects.toMatchObject({
      details: { missing: ['old'] },
    });
    expect(await readable(1, keys(oldKey))).toEqual(secrets);
  });
});
