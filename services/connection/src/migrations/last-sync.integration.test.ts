import { create } from '@bufbuild/protobuf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MigrationStatus } from '@ridgeline/contracts';
import { topics, type ReceivedEvent } from '@ridgeline/events';
import { newId } from '@ridgeline/kit';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit/integration';
import { findConnection } from '../connections/connection-store.postgres.ts';
import { publishedChanges } from '../testing/connection-api.ts';
import { noteCompletedMigration } from './migration-update-consumer.ts';
import { noteSyncedUntil } from './sync-update-consumer.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('connection');
}, 60_000);

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

beforeEach(() =>
  database.asAdmin(
    'truncate connections cascade',
    'truncate outbox',
    `insert into connections (id, company_id, user_id, name, acculynx_key_hint, hubspot_token_hint)
     overriding system value values (7, 'acme', 1, 'Waco', '', '')`,
  ),
);

type Update = ReceivedEvent<typeof topics.migrationUpdate.schema>;

const updateOf = (migration: unknown, companyId = 'acme'): Update => {
  const { name, schema } = topics.migrationUpdate;
  return {
    topic: name,
    key: companyId,
    value: create(schema, { sequence: 1n, migrationJson: JSON.stringify(migration) }),
    envelope: { id: newId(), type: schema.typeName, time: new Date().toISOString(), companyId },
  };
};

const noon = '2026-02-03T12:00:00.000Z';
const later = '2026-02-03T13:00:00.000Z';
const ended = (status: MigrationStatus, completedAt: string | null, companyId = 'acme') =>
  updateOf({ id: 3, connectionId: 7, status, completedAt, version: 9 }, companyId);

const note = (update: Update) => noteCompletedMigration(database.db, update);
const lastSync = async () => {
  const connection = await database.db.forCompany('acme', (tx) => findConnection(tx, 'acme', 7));
  return connection?.lastSync;
};

describe('The last sync of a connection', () => {
  test('When a migration of it completes, then it is that moment, and open pages receive it once', async () => {
    const update = ended('completed', noon);
    for (const delivered of [update, update]) expect(await note(delivered)).toEqual({ verdict: 'done' });
    expect(await lastSync()).toBe(noon);
    expect(await publishedChanges(database.db)).toHaveLength(1);
  });

  test('When ends arrive in another order, at two processes concurrently, then the last end is kept', async () => {
    await note(ended('completed', later));
    await note(ended('completed', noon));
    expect(await lastSync()).toBe(later);
    await database.asAdmin('update connections set last_sync = null');
    await Promise.all([noon, later, noon].map((at) => note(ended('completed', at))));
    expect(await lastSync()).toBe(later);
  });

  test.each([
    ['running', null],
    ['failed', noon],
    ['cancelled', noon],
  ] as const)('When a migration is %s, then nothing was synced', async (status, at) => {
    expect(await note(ended(status, at))).toEqual({ verdict: 'done' });
    expect(await lastSync()).toBeNull();
    expect(await publishedChanges(database.db)).toEqual([]);
  });

  test('When a dry run completes, then nothing was synced', async () => {
    const update = {
      id: 3,
      connectionId: 7,
      status: 'completed',
      completedAt: noon,
      version: 9,
      dryRun: true,
    };
    expect(await note(updateOf(update))).toEqual({ verdict: 'done' });
    expect(await lastSync()).toBeNull();
  });

  test('When the connection was deleted since, then the event is done', async () => {
    await database.asAdmin('delete from connections');
    expect(await note(ended('completed', noon))).toEqual({ verdict: 'done' });
  });

  test('When the connection is of another company, as after it was moved, then nothing changes', async () => {
    expect(await note(ended('completed', noon, 'umbrella'))).toEqual({ verdict: 'done' });
    expect(await lastSync()).toBeNull();
    expect(await publishedChanges(database.db)).toEqual([]);
  });

  test('When an event is no migration, or of a time that has not come, then it does no lasting harm', async () => {
    expect(await note(updateOf({ id: 3 }))).toMatchObject({ verdict: 'dead', kind: 'value' });
    expect(await note(ended('completed', '2999-01-01T00:00:00.000Z'))).toEqual({ verdict: 'done' });
    expect(Date.parse((await lastSync()) ?? '')).toBeLessThanOrEqual(Date.now());
  });
});

describe('The last sync of a connection that syncs automatically', () => {
  const upToDate = (upToDateAsOf: string, companyId = 'acme') => {
    const { name, schema } = topics.syncUpdate;
    return noteSyncedUntil(database.db, {
      topic: name,
      key: companyId,
      value: create(schema, { connectionId: 7, companyId, updateJson: '{}', upToDateAsOf }),
      envelope: { id: newId(), type: schema.typeName, time: new Date().toISOString(), companyId },
    });
  };

  test('When all that was known is copied, then it is that moment, never an earlier one, written every 5 seconds at most', async () => {
    for (const [at, expected] of [
      [noon, noon],
      ['2026-02-03T12:00:04.000Z', noon],
      ['2026-02-03T12:00:05.001Z', '2026-02-03T12:00:05.001Z'],
      [noon, '2026-02-03T12:00:05.001Z'],
    ] as const) {
      expect(await upToDate(at)).toEqual({ verdict: 'done' });
      expect(await lastSync()).toBe(expected);
    }
    expect(await publishedChanges(database.db)).toHaveLength(2);
  });

  test('When a migration completed later, then that is the last sync, and the other way round', async () => {
    await note(ended('completed', later));
    await upToDate(noon);
    expect(await lastSync()).toBe(later);
    await upToDate('2026-02-03T14:00:00.000Z');
    await note(ended('completed', later));
    expect(await lastSync()).toBe('2026-02-03T14:00:00.000Z');
  });

  test("When nothing is known yet, or the update is another company's or no time, then nothing changes", async () => {
    expect(await upToDate('')).toEqual({ verdict: 'done' });
    expect(await upToDate(noon, 'umbrella')).toEqual({ verdict: 'done' });
    expect(await upToDate('soon')).toMatchObject({ verdict: 'dead', kind: 'value' });
    expect(await lastSync()).toBeNull();
  });
});
