import { expect, test } from '@jest/globals';
import { cancelMigration, createMigration, listMigrations } from '@ridgeline/contracts';
import { openDatabase, type Database } from '@ridgeline/postgres';
import { eventually, testDatabase } from '@ridgeline/testkit/integration';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';

test('When one company creates 150 migrations concurrently, then few hold a connection, others read and create, and what is too much is refused', async () => {
  await using own = await testDatabase('migration');
  const pool = { url: own.url, applicationName: 'people', max: 4, acquireTimeoutMs: 1_000 };
  await using people = openDatabase(pool);
  const held = { now: 0, most: 0 };
  const forCompany: Database['forCompany'] = (companyId, work) =>
    people.forCompany(companyId, async (tx) => {
      if (companyId === 'roofers') held.most = Math.max(held.most, (held.now += 1));
      return work(tx).finally(() => {
        if (companyId === 'roofers') held.now -= 1;
      });
    });
  await using service = await startOrchestrator(own.db, { pools: { people: { ...people, forCompany } } });
  const theirs = await service.migration('others');
  const { id: connectionId } = service.connection('roofers');
  const body = { connectionId, migrationType: 'contacts' } as const;

  // What blocks a creation: the previous one in the same company.
  const [isLocked, mayEnd] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const lock = own.db.forSystem(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('ridgeline.queue.roofers', 0))`);
    isLocked.resolve(undefined);
    await mayEnd.promise;
  });
  await isLocked.promise;
  const refused: unknown[] = [];
  const create = () =>
    service
      .person('roofers')(createMigration, { body })
      .catch((error: unknown) => void refused.push(error));
  const created = Array.from({ length: 150 }, create);
  try {
    await eventually(() => expect(held.now).toBeGreaterThan(1), { what: 'creations that wait' });
    await eventually(() => expect(refused).toHaveLength(50), { what: 'what is too much to be refused' });
    expect(await service.person('others')(listMigrations)).toEqual([theirs]);
    expect(await service.migration('others')).toMatchObject({ status: 'queued' });
    const params = { id: String(theirs.id) };
    expect(await service.person('others')(cancelMigration, { params })).toMatchObject({
      status: 'cancelled',
    });
    expect(held.most).toBe(2);
  } finally {
    mayEnd.resolve(undefined);
    await lock;
  }
  const made = (await Promise.all(created)).filter((it) => it !== undefined);
  expect(made).toHaveLength(100);
  for (const refusal of refused)
    expect(refusal).toMatchObject({ status: 429, code: 'request.too_many', retryAfterSeconds: 1 });
});
