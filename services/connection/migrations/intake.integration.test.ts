import { expect, test } from '@jest/globals';
import { formerDatabase, type FormerDatabase } from '@ridgeline/testkit/integration';
import { findHookOwners } from '../src/intake/delivery-store.postgres.ts';
import { findSynced } from '../src/connections/connection-store.postgres.ts';
import { masterKeysSchema } from '../src/secrets/master-keys.ts';
import { rotateDataKeys } from '../src/secrets/rotation.ts';
import {
  hashOfToken,
  heldSubscription,
  sealReadableTokens,
} from '../src/subscriptions/token-store.postgres.ts';
import * as step001 from './001-connections.ts';
import * as step002 from './002-messaging.ts';
import * as step003 from './003-outbox.ts';
import * as step004 from './004-dead-outbox.ts';
import * as step005 from './005-deal-settings.ts';
import * as step006 from './006-complete-connections.ts';
import * as step007 from './007-operations.ts';
import * as step008 from './008-alerts.ts';
import * as step009 from './009-hubspot-object-ids.ts';
import * as step010 from './010-intake.ts';
import * as step011 from './011-subscription-watch.ts';
import * as step012 from './012-synced-targets.ts';
import * as step013 from './013-auto-sync-resume.ts';

const before = [step001, step002, step003, step004, step005, step006, step007, step008, step009];
const masterKeys = masterKeysSchema.parse(`only:${Buffer.alloc(32, 7).toString('base64')}`);
const baseUrl = 'https://hooks.ridgeline.example';
const [first, second, third] = ['first', 'second', 'third'].map((name) => `${name}-token-that-was-readable`);

/** Inserts a row as the previous release does. */
const insert = (id: number, token: string | null, contacts: boolean, jobs = false) => `
  insert into connections (id, company_id, user_id, name, acculynx_key_hint, hubspot_token_hint,
    auto_sync_new_contacts, auto_sync_new_jobs, acculynx_subscription_id, webhook_token)
  overriding system value values (${id}, 'acme', 1, 'Waco', '', '', ${contacts}, ${jobs},
    ${token === null ? 'null' : `'subscription-${token}'`}, ${token === null ? 'null' : `'${token}'`})`;

/** Replaces a subscription as the previous release does. */
const replace = (id: number, token: string) =>
  `update connections set acculynx_subscription_id = 'subscription-${token}', webhook_token = '${token}' where id = ${id}`;

async function upgraded(): Promise<FormerDatabase> {
  const database = await formerDatabase();
  await database.run(...before);
  await database.asOwner(
    insert(1, first ?? '', true),
    insert(2, null, false),
    insert(3, second ?? '', false, true),
  );
  await database.run(step010, step011, step012, step013);
  return database;
}

const since = async ({ db }: FormerDatabase, id: number) =>
  (await db.forSystem((tx) => findSynced(tx, 'acme', id)))?.autoSyncSince;
const held = ({ db }: FormerDatabase, connectionId: number) =>
  db.forSystem((tx) => heldSubscription(tx, { masterKeys, baseUrl }, { companyId: 'acme', connectionId }));
const owners = async ({ db }: FormerDatabase, ...tokens: (string | undefined)[]) => {
  const found = await db.forSystem((tx) =>
    findHookOwners(
      tx,
      tokens.map((token) => hashOfToken(token ?? '')),
    ),
  );
  return found.map((owner) => owner?.connectionId ?? null);
};

test('When a database with tokens is upgraded, then they work by their hash, are sealed, and the column is emptied an hour later', async () => {
  await using database = await upgraded();
  expect(await held(database, 1)).toMatchObject({ token: first });
  const sealed = await Promise.all([1, 2].map(() => sealReadableTokens(database.db, masterKeys)));
  expect(sealed.reduce((sum, count) => sum + count)).toBe(2);

  expect(await owners(database, first, second, 'made up')).toEqual([1, 3, null]);
  const readable = () =>
    database.rows('select id from connections where webhook_token is not null order by id');
  expect(await readable()).toEqual([{ id: 1 }, { id: 3 }]);
  await database.asOwner(`update webhook_tokens set sealed_at = now() - interval '61 minutes'`);
  expect(await sealReadableTokens(database.db, masterKeys)).toBe(0);
  expect(await readable()).toEqual([]);

  const everything = JSON.stringify(
    await database.rows('select t::text, c::text from webhook_tokens t, connections c'),
  );
  for (const token of [first, second])
    for (const text of [token ?? '', Buffer.from(token ?? '').toString('hex')])
      expect(everything).not.toContain(`${text}"`);
  expect(await held(database, 1)).toEqual({
    subscriptionId: `subscription-${first}`,
    token: first,
    address: `${baseUrl}/hooks/acculynx/${first}`,
  });
});

test('When the release before replaces a subscription beside this one, then its token works after the next round, and the former one for a day', async () => {
  await using database = await upgraded();
  await sealReadableTokens(database.db, masterKeys);
  await database.asOwner(replace(1, third ?? ''));
  expect(await held(database, 1)).toMatchObject({ token: third });
  expect(await sealReadableTokens(database.db, masterKeys)).toBe(1);
  expect(await owners(database, first, third)).toEqual([1, 1]);
  expect(
    await database.rows('select master_key_id, ciphertext from webhook_tokens where valid_until is not null'),
  ).toEqual([{ master_key_id: null, ciphertext: null }]);

  await database.asOwner(
    `update webhook_tokens set valid_until = now() - interval '1 second' where valid_until is not null`,
  );
  expect(await owners(database, first, third)).toEqual([null, 1]);
  await sealReadableTokens(database.db, masterKeys);
  expect(await database.rows('select connection_id from webhook_tokens order by 1')).toEqual([
    { connection_id: 1 },
    { connection_id: 3 },
  ]);
});

test('When the release before moves a connection to another company, then its token is still opened, also by a new master key', async () => {
  await using database = await upgraded();
  await sealReadableTokens(database.db, masterKeys);
  await database.asOwner(
    `update connections set webhook_token = null`,
    `update connections set company_id = 'umbrella' where id = 1`,
  );
  const next = masterKeysSchema.parse(
    `next:${Buffer.alloc(32, 8).toString('base64')},only:${Buffer.alloc(32, 7).toString('base64')}`,
  );
  expect(await rotateDataKeys(database.db, next)).toBe(2);
  const moved = await database.db.forCompany('umbrella', (tx) =>
    heldSubscription(tx, { masterKeys: next, baseUrl }, { companyId: 'umbrella', connectionId: 1 }),
  );
  expect(moved).toMatchObject({ token: first });
});

test('When auto-sync is switched on, by whichever release, then its moment is noted, and forgotten when it is switched off', async () => {
  await using database = await upgraded();
  const [one, none, three] = [await since(database, 1), await since(database, 2), await since(database, 3)];
  expect([one?.contacts, three?.jobs].every((at) => typeof at === 'string')).toBe(true);
  expect([one?.jobs, none, three?.contacts]).toEqual([null, { contacts: null, jobs: null }, null]);

  const set = (values: string) => database.asOwner(`update connections set ${values} where id = 1`);
  await set(`auto_sync_new_contacts = true, auto_sync_new_jobs = true`);
  const both = await since(database, 1);
  expect(both?.contacts).toBe(one?.contacts);
  expect(Date.parse(both?.jobs ?? '')).toBeGreaterThan(Date.parse(one?.contacts ?? ''));
  await set(`name = 'Dallas'`);
  expect(await since(database, 1)).toEqual(both);
  await set(`auto_sync_new_contacts = false`);
  expect(await since(database, 1)).toEqual({ contacts: null, jobs: both?.jobs });
  await database.asOwner(insert(4, null, true));
  expect(Date.parse((await since(database, 4))?.contacts ?? '')).toBeGreaterThan(
    Date.parse(both?.jobs ?? ''),
  );
});
