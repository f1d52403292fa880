import { expect, test } from '@jest/globals';
import { getOrphanedProcesses, getProcessHealth } from '@ridgeline/contracts';
import { testDatabase } from '@ridgeline/testkit/integration';
import { measured } from '../testing/measured-database.ts';
import { startOrchestrator } from '../testing/orchestrator-under-test.ts';

test('Among 100,000 processes of the past, unknown to the statistics, only those that are shown are read', async () => {
  await using database = await testDatabase('migration');
  const measure = measured(database.db);
  await using orchestrator = await startOrchestrator(database.db, { pools: { people: measure.db } });
  const run = await orchestrator.run('busy');
  await database.asAdmin(
    `alter table attempts set (autovacuum_enabled = false)`,
    `insert into attempts (migration_id, epoch, company_id, attempt, process_id, server_instance_id, pid, status,
       started_at, last_heartbeat, ended_at)
     select ${run.migrationId}, n + 1000, case n % 2 when 0 then 'busy' else 'other' end, 1, gen_random_uuid(), 'past', 1,
       'completed', now() - n * interval '1 minute', now(), now() - n * interval '1 minute'
     from generate_series(1, 100000) n`,
  );
  const people = [orchestrator.person('busy'), orchestrator.person('staff', { administrator: true })];
  for (const ask of people)
    for (const endpoint of [getProcessHealth, getOrphanedProcesses]) {
      const before = await measure.rowsRead();
      await ask(endpoint);
      expect((await measure.rowsRead()) - before).toBeLessThan(100);
    }
  const shown = await Promise.all(people.map(async (ask) => (await ask(getProcessHealth)).summary.total));
  expect(shown).toEqual([8, 15]);
}, 60_000);
