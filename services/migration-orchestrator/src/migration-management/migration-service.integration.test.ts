import { describe, expect, test } from '@jest/globals';
import {
  cancelMigration,
  createMigration,
  getMigration,
  getMigrationLogs,
  allMigrations,
  type Connection,
  type Migration,
} from '@ridgeline/contracts';
import { newId } from '@ridgeline/kit';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';

const { database, orchestrator } = await orchestratorOfFile();

const body = ({ id }: Connection) => ({ connectionId: id, migrationType: 'contacts' }) as const;
const idOf = (migration: { id: number }) => ({ params: { id: String(migration.id) } });

async function storedMigrations(): Promise<number> {
  const { count } = await database.db.forSystem((tx) =>
    tx.one<{ count: number }>(`select count(*) from migrations`),
  );
  return count;
}

describe('creating a migration', () => {
  test('When the connection is idle, then the migration is queued and its start command goes out', async () => {
    const connection = orchestrator.connection('roofers');
    const migration = await orchestrator.person('roofers')(createMigration, { body: body(connection) });
    expect(migration).toMatchObject({
      version: 1,
      status: 'queued',
      connectionId: connection.id,
      connectionName: connection.name,
      hubSpotPortalId: connection.hubSpotPortalId,
      batchSize: 50,
      concurrency: 3,
      delayMs: 100,
      includeNoEmailContacts: false,
      enumerativeErrorStrategy: 'SET_BLANK',
      attempt: 1,
      targetCount: 0,
      processedCount: 0,
    });
    expect(await orchestrator.commandedAttempts(migration.id)).toEqual([1]);
    expect(await orchestrator.updates(migration.id)).toEqual([migration]);
  });

  test('What is chosen for a kind is kept with the migration and told to its worker, and people see it as they sent it', async () => {
    const choice = { includeNoEmailContacts: true, enumerativeErrorStrategy: 'ADD_OPTION' } as const;
    const chosen = [
      ['jobs', choice, choice],
      // Contacts do not have this strategy.
      ['contacts', { includeNoEmailContacts: true }, { ...choice, enumerativeErrorStrategy: 'SET_BLANK' }],
    ] as const;
    for (const [migrationType, options, shown] of chosen) {
      const connection = orchestrator.connection('roofers');
      const wanted = { ...body(connection), ...choice, migrationType };
      const migration = await orchestrator.person('roofers')(createMigration, { body: wanted });
      expect(migration).toMatchObject({ migrationType, ...shown });
      const { settings } = await orchestrator.worker().claim(migration.id);
      expect(settings).toMatchObject({ migrationType, options });
      expect(settings.options).toEqual(options);
    }
  });

  test('When nothing but connection and type is sent, then jobs go in batches of 50 as well', async () => {
    const bare = { ...body(orchestrator.connection('roofers')), migrationType: 'jobs' } as const;
    expect(await orchestrator.person('roofers')(createMigration, { body: bare })).toMatchObject({
      batchSize: 50,
      concurrency: 3,
      delayMs: 100,
    });
  });

  test('When another one of the connection waits, then it is queued without a command', async () => {
    const connection = orchestrator.connection('roofers');
    await orchestrator.migration('roofers', connection);
    const second = await orchestrator.migration('roofers', connection);
    expect(second.status).toBe('queued');
    expect(await orchestrator.commandedAttempts(second.id)).toEqual([]);
  });

  test('Of three of one connection one runs at a time, in the order of their creation', async () => {
    const connection = orchestrator.connection('roofers');
    const three: Migration[] = [];
    for (let made = 0; made < 3; made += 1) three.push(await orchestrator.migration('roofers', connection));
    const statuses = () =>
      Promise.all(three.map(async (migration) => (await orchestrator.look(migration)).status));
    for (const [place, { id }] of three.entries()) {
      const later = three.slice(place + 1);
      for (const next of later) {
        expect(await orchestrator.commandedAttempts(next.id)).toEqual([]);
        await expect(orchestrator.worker().claim(next.id)).rejects.toMatchObject({ status: 409 });
      }
      expect(await orchestrator.commandedAttempts(id)).toEqual([1]);
      const worker = orchestrator.worker();
      const { epoch } = await worker.claim(id);
      expect((await statuses()).slice(place)).toEqual(['running', ...later.map(() => 'queued')]);
      await worker.finish({ migrationId: id, epoch }, 0);
    }
    expect(await statuses()).toEqual(['completed', 'completed', 'completed']);
  });

  test('When the connection is unknown, foreign or not valid, then nothing is stored', async () => {
    const person = orchestrator.person('roofers');
    const foreign = orchestrator.connection('plumbers');
    const invalid = orchestrator.connection('roofers', { hubspotStatus: 'invalid' });
    const pending = orchestrator.connection('roofers', { acculynxStatus: 'pending' });
    const good = orchestrator.connection('roofers');
    const before = await storedMigrations();
    const refusals = [
      [{ ...body(good), connectionId: 99_999 }, 404, 'connection.not_found', 'connectionId'],
      [body(foreign), 404, 'connection.not_found', 'connectionId'],
      [body(invalid), 409, 'migration.connection_invalid', 'connectionId'],
      [body(pending), 409, 'migration.connection_invalid', 'connectionId'],
      [{ ...body(good), batchSize: 101 }, 400, 'migration.batch_size_range', 'batchSize'],
      [{ ...body(good), batchSize: 0 }, 400, 'migration.batch_size_range', 'batchSize'],
      [{ ...body(good), concurrency: 0 }, 400, 'migration.concurrency_range', 'concurrency'],
      [{ ...body(good), delayMs: -1 }, 400, 'migration.delay_range', 'delayMs'],
    ] as const;
    for (const [wanted, status, code, field] of refusals)
      await expect(person(createMigration, { body: wanted })).rejects.toMatchObject({
        status,
        code,
        fields: { [field]: expect.any(String) },
      });
    expect(await storedMigrations()).toBe(before);
  });

  test('When the call is repeated with its key, also concurrently, then there is one migration and one answer', async () => {
    const connection = orchestrator.connection('roofers');
    const person = orchestrator.person('roofers');
    const before = await storedMigrations();
    const options = { idempotencyKey: newId() };
    const create = () => person(createMigration, { body: body(connection) }, options);
    const answers = await Promise.all(Array.from({ length: 5 }, create));
    orchestrator.connection('roofers', { id: connection.id, hubspotStatus: 'invalid' });
    answers.push(await create());
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await storedMigrations()).toBe(before + 1);
  });

  test('When the key comes with another body, then it is refused; for another company it is a key of its own', async () => {
    const options = { idempotencyKey: newId() };
    const connection = orchestrator.connection('roofers');
    const person = orchestrator.person('roofers');
    await person(createMigration, { body: body(connection) }, options);
    const other = person(createMigration, { body: { ...body(connection), batchSize: 7 } }, options);
    await expect(other).rejects.toMatchObject({ status: 409, code: 'request.key_reused' });
    const plumber = orchestrator.person('plumbers');
    const elsewhere = orchestrator.connection('plumbers');
    expect(await plumber(createMigration, { body: body(elsewhere) }, options)).toMatchObject({
      status: 'queued',
    });
  });

  test('When the key is older than a day, then it is new again', async () => {
    const options = { idempotencyKey: newId() };
    const connection = orchestrator.connection('roofers');
    const create = () => orchestrator.person('roofers')(createMigration, { body: body(connection) }, options);
    const first = await create();
    await database.asAdmin(`update idempotency_keys set created_at = now() - interval '25 hours'`);
    expect((await create()).id).not.toBe(first.id);
  });
});

describe('cancelling', () => {
  test('When a queued migration is cancelled, then it ends immediately and the next one starts', async () => {
    const connection = orchestrator.connection('roofers');
    const first = await orchestrator.migration('roofers', connection);
    const second = await orchestrator.migration('roofers', connection);
    const cancelled = await orchestrator.person('roofers')(cancelMigration, idOf(first));
    expect(cancelled).toMatchObject({ status: 'cancelled', reconciliation: { source: 0, difference: 0 } });
    expect(cancelled.completedAt).not.toBeNull();
    expect(await orchestrator.commandedAttempts(second.id)).toEqual([1]);
    await expect(orchestrator.worker().claim(first.id)).rejects.toMatchObject({ code: 'run.not_claimable' });
  });

  test('When it is cancelled twice, as by a repeated call, then both read the same', async () => {
    const migration = await orchestrator.migration();
    const cancel = () => orchestrator.person('roofers')(cancelMigration, idOf(migration));
    const first = await cancel();
    expect(await cancel()).toEqual(first);
  });

  test('When it has completed or failed, then it cannot be cancelled', async () => {
    const migration = await orchestrator.migration();
    for (const status of ['completed', 'failed']) {
      await database.asAdmin(
        `update migrations set status = '${status}', completed_at = now() where id = ${migration.id}`,
      );
      const cancel = orchestrator.person('roofers')(cancelMigration, idOf(migration));
      await expect(cancel).rejects.toMatchObject({ status: 409, code: 'migration.not_cancellable' });
    }
  });

  test('When a queued migration is cancelled while a worker claims it, then one of the two wins and both agree', async () => {
    for (let round = 0; round < 10; round += 1) {
      const migration = await orchestrator.migration();
      const worker = orchestrator.worker();
      const [, claim] = await Promise.allSettled([
        orchestrator.person('roofers')(cancelMigration, idOf(migration)),
        worker.claim(migration.id),
      ]);
      expect(await orchestrator.look(migration)).toMatchObject({ status: 'cancelled' });
      if (claim.status === 'fulfilled') {
        const { epoch } = claim.value;
        const plan = worker.planCreates({ migrationId: migration.id, epoch }, 1, ['a']);
        await expect(plan).rejects.toMatchObject({ code: 'run.cancelled' });
      }
    }
  });
});

describe('reading', () => {
  test('The list holds the own migrations, newest first', async () => {
    const made = [await orchestrator.migration('tilers'), await orchestrator.migration('tilers')];
    const list = await orchestrator.person('tilers')(allMigrations);
    expect(list).toEqual(made.toReversed());
  });

  test('Users of another company neither find a migration nor change it', async () => {
    const migration = await orchestrator.migration('roofers');
    const plumber = orchestrator.person('plumbers');
    const notFound = { status: 404, code: 'migration.not_found' };
    await expect(plumber(getMigration, idOf(migration))).rejects.toMatchObject(notFound);
    await expect(plumber(getMigrationLogs, idOf(migration))).rejects.toMatchObject(notFound);
    await expect(plumber(cancelMigration, idOf(migration))).rejects.toMatchObject(notFound);
    const list = await plumber(allMigrations);
    expect(list.map(({ id }) => id)).not.toContain(migration.id);
    expect(await orchestrator.look(migration)).toEqual(migration);
  });

  test('When the id cannot be that of a migration, then there is nothing at the address', async () => {
    for (const id of ['0', '1e3', 'x', '9007199254740999'])
      await expect(orchestrator.person('roofers')(getMigration, { params: { id } })).rejects.toMatchObject({
        status: 404,
      });
  });
});
