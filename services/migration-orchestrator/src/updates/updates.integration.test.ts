import { describe, expect, test } from '@jest/globals';
import { migrationSchema, pauseMigration, type Migration } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { findMigration } from '../migration-management/migration-store.postgres.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { untilWaiting } from '../testing/until-waiting.ts';
import { publishUpdate } from './update-store.postgres.ts';

const { database, orchestrator } = await orchestratorOfFile();

/** A migration of the company with three batches, from its creation to its end. */
async function wholeMigration(companyId: string): Promise<Migration> {
  const migration = await orchestrator.migration(companyId);
  const worker = orchestrator.worker();
  const run = { migrationId: migration.id, epoch: (await worker.claim(migration.id)).epoch };
  for (const batch of [1, 2, 3]) {
    await worker.planCreates(run, batch, [`${batch}`]);
    await worker.batchDone(run, batch, { [batch]: OutcomeKind.CREATED });
  }
  await worker.finish(run, 3);
  return migration;
}

describe('updates', () => {
  test('When migrations of several companies change at the same time, then each company has a sequence without gaps', async () => {
    const companies = ['roofers', 'roofers', 'roofers', 'tilers', 'tilers'];
    const migrations = await Promise.all(companies.map(wholeMigration));
    const updates = await orchestrator.publishedUpdates();
    const companyOf = new Map(migrations.map(({ id }, index) => [id, companies[index]]));
    for (const company of ['roofers', 'tilers']) {
      const own = updates.filter(
        ({ migrationJson }) => companyOf.get((JSON.parse(migrationJson) as Migration).id) === company,
      );
      // Outbox order is commit order: what is relayed first has the lower number.
      expect(own.map((update) => Number(update.sequence))).toEqual(own.map((_, index) => index + 1));
    }
  });

  test('Each update is a whole migration, one version newer, and its counters never go back', async () => {
    const { id } = await wholeMigration('slaters');
    const states = await orchestrator.updates(id);
    expect(states.map((state) => state.version)).toEqual(states.map((_, index) => index + 1));
    expect(states.map((state) => state.processedCount)).toEqual([0, 0, 0, 1, 2, 3, 3]);
    expect(states.map((state) => state.status)).toEqual([
      'queued',
      ...Array<string>(5).fill('running'),
      'completed',
    ]);
    for (const state of states) expect(migrationSchema.parse(state)).toEqual(state);
  });

  test('Progress that is published while the migration is being changed waits for the change, and neither is dropped', async () => {
    const { id } = await orchestrator.migration('glaziers');
    const [locked, mayTell] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const change = database.db.forSystem(async (tx) => {
      await findMigration(tx, { companyId: 'glaziers', id, lock: true });
      locked.resolve(undefined);
      await mayTell.promise;
      return publishUpdate(tx, id);
    });
    await locked.promise;
    const progress = database.db.forSystem((tx) => publishUpdate(tx, id));
    await untilWaiting(database, 1);
    mayTell.resolve(undefined);
    const versions = (await Promise.all([change, progress])).map(({ version }) => version);
    expect(versions).toEqual([2, 3]);
    expect((await orchestrator.updates(id)).map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  test('Progress that is published while the run is handed back reports the phase after it', async () => {
    const { id } = await orchestrator.migration('masons');
    const { epoch } = await orchestrator.worker().claim(id);
    await orchestrator.person('masons')(pauseMigration, { params: { id: String(id) } });
    const [locked, mayCommit] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const handBack = database.db.forSystem(async (tx) => {
      await findMigration(tx, { companyId: 'masons', id, lock: true });
      await tx.query('delete from leases where migration_id = $1 and epoch = $2', [id, epoch]);
      locked.resolve(undefined);
      await mayCommit.promise;
    });
    await locked.promise;
    const progress = database.db.forSystem((tx) => publishUpdate(tx, id));
    await untilWaiting(database, 1);
    mayCommit.resolve(undefined);
    await handBack;
    expect(await progress).toMatchObject({ phase: 'paused' });
  });
});
